import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { RefObject } from 'react';
import type { FileCheck } from '#contract/imports.ts';
import { DownloadRows } from '../DownloadRows.tsx';
import { counted } from '../import-text.ts';
import { ProblemTable } from '../ProblemTable.tsx';
import { type Choices, leadsToStore } from '../upload-choices.ts';
import classes from './Findings.module.css';
import { isUndecided, problemsText } from './findings-text.ts';
import { ImportValidDialog } from './ImportValidDialog.tsx';

/** Every mistake in the file, and the two ways on: mend the rows, or leave them behind. */
export function ProblemsSection({
  found,
  file,
  choices,
  onImportValid,
  focusAfter,
}: {
  found: FileCheck;
  file: File;
  choices: Choices;
  onImportValid: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const [confirming, dialog] = useDisclosure(false);
  const toStore = leadsToStore(found, choices);
  return (
    <div className={classes.wide}>
      <div className={classes.head}>
        <h3 className={classes.subtitle}>Problems</h3>
        <p className={classes.text}>{problemsText(found)}</p>
      </div>
      <ProblemTable problems={found.problems} total={found.problem_count} />
      {/* Before the columns are known, and behind a row that cannot be read, nothing can be said. */}
      {!isUndecided(found) && found.readable && (
        <div className={`${classes.actions} ${classes.foot}`}>
          <DownloadRows
            key={JSON.stringify(choices.columns)}
            file={file}
            columns={choices.columns}
            rows="all"
            format={found.format}
          >
            Download rows with errors
          </DownloadRows>
          {toStore > 0 && (
            <Button variant="default" onClick={dialog.open}>
              Import the {counted(toStore, 'valid row')}
            </Button>
          )}
        </div>
      )}
      <ImportValidDialog
        opened={confirming}
        leads={toStore}
        leftBehind={found.bad_rows}
        skipped={found.valid_rows - toStore}
        onConfirm={onImportValid}
        onClose={dialog.close}
        focusAfter={focusAfter}
      />
    </div>
  );
}
