import type { Ref } from 'react';
import { Card } from '#web/ui/Card.tsx';
import { findingsIn } from '../check-state.ts';
import { draftedColumns, isNothingLeft } from '../upload-choices.ts';
import { isUpToSender } from '../upload-state.ts';
import type { Upload } from '../use-upload.ts';
import { ColumnsSection } from './ColumnsSection.tsx';
import { DuplicatesSection } from './DuplicatesSection.tsx';
import classes from './Findings.module.css';
import { FirstRows } from './FirstRows.tsx';
import { summaryText } from './findings-text.ts';
import { OtherPartnersSection } from './OtherPartnersSection.tsx';
import { ProblemsSection } from './ProblemsSection.tsx';

/** What the server found in the chosen file, and what can be done about it. */
export function FileFindings({ upload, ref }: { upload: Upload; ref: Ref<HTMLDivElement> }) {
  const { state, check, choices } = upload;
  const found = findingsIn(check);
  if (!found || !('file' in state)) return null;
  return (
    <div ref={ref} className={classes.findings} inert={!isUpToSender(state)}>
      <Card>
        <div className={classes.section}>
          <h2 className={classes.title}>What the file holds</h2>
          <p className={classes.summary}>{summaryText(found)}</p>
        </div>
        <ColumnsSection
          found={found}
          busy={check.step === 'running'}
          drafted={draftedColumns(found, choices)}
          onDraft={(draft) => upload.decide({ draft })}
          onUse={upload.chooseColumns}
          onFirstRow={upload.readFirstRowAs}
        />
        {found.problem_count > 0 && (
          <ProblemsSection found={found} file={state.file} choices={choices} />
        )}
        {found.duplicate_rows > 0 && (
          <DuplicatesSection
            found={found}
            whose={upload.whose}
            choice={choices.duplicates}
            onChoose={(duplicates) => upload.decide({ duplicates })}
            nothingLeft={isNothingLeft(found, choices) && found.other_partner_rows === 0}
          />
        )}
        {found.other_partner_rows > 0 && (
          <OtherPartnersSection
            found={found}
            whose={upload.whose}
            choice={choices.otherPartners}
            onChoose={(otherPartners) => upload.decide({ otherPartners })}
            nothingLeft={isNothingLeft(found, choices)}
          />
        )}
        <FirstRows found={found} />
      </Card>
    </div>
  );
}
