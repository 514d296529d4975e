import { Button } from '@mantine/core';
import type { FileCheck } from '#contract/imports.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { importMessages } from '../import-text.ts';
import type { Choices } from '../upload-choices.ts';
import classes from './ColumnsStep.module.css';
import { firstRowText, isLeadText, namesColumnsText } from './findings-text.ts';
import { isNameless } from './first-row.ts';

export type OnFirstRow = (firstRow: Choices['firstRow']) => void;

/** Whether the first row names the columns or is a lead: we can only guess, whoever sends it knows. */
export function FirstRowNotice({
  found,
  busy,
  onFirstRow,
}: {
  found: FileCheck;
  busy: boolean;
  onFirstRow: OnFirstRow;
}) {
  const nameless = isNameless(found);
  const text = nameless ? importMessages.nameless : firstRowText(found);
  if (!text) return null;
  return (
    <div className={classes.firstRow}>
      <Notice
        kind={nameless ? 'info' : 'warning'}
        actions={
          <Button
            variant="default"
            size="compact-sm"
            h={32}
            loading={busy}
            onClick={() => onFirstRow(nameless ? undefined : 'lead')}
          >
            {nameless ? namesColumnsText : isLeadText(found)}
          </Button>
        }
      >
        {text}
      </Notice>
    </div>
  );
}
