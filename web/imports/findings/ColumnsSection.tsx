import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ColumnChoice, FileCheck } from '#contract/imports.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { choiceWithProposals } from './column-choice.ts';
import classes from './Findings.module.css';
import type { OnFirstRow } from './FirstRowNotice.tsx';
import {
  columnsBy,
  isUndecided,
  proposalsText,
  proposedColumns,
  readProposedText,
  unreadColumns,
  unreadText,
} from './findings-text.ts';
import { answers } from './focus-answer.ts';

/** Which column is read as what: asked where the file does not say it, else open to change. */
export function ColumnsSection({
  found,
  busy,
  drafted,
  onDraft,
  onUse,
  onFirstRow,
}: {
  found: FileCheck;
  busy: boolean;
  drafted: ColumnChoice;
  /** Undefined: as the file was read. */
  onDraft: (draft: ColumnChoice | undefined) => void;
  onUse: (columns: ColumnChoice) => void;
  onFirstRow: OnFirstRow;
}) {
  // The answer to a choice ends the step that it was made in.
  const [changing, setChanging] = useState<FileCheck>();
  const mustChoose = isUndecided(found);
  const proposed = proposedColumns(found);
  const open = mustChoose || changing === found;
  const changeButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) {
      changeButton.current?.focus();
    }
    wasOpen.current = open;
  }, [open]);
  if (!open) {
    return (
      <div className={classes.quiet}>
        <p>
          {columnsBy[found.columns_by]}
          {proposed.length > 0 && ` ${proposalsText(found)}`}
          {unreadColumns(found).length > 0 && ` ${unreadText(found)}`}
        </p>
        <div className={classes.choices}>
          {proposed.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              h={32}
              loading={busy}
              onClick={() => onUse(choiceWithProposals(found.columns))}
              {...answers('proposals')}
            >
              {readProposedText(found)}
            </Button>
          )}
          <Button
            ref={changeButton}
            variant="default"
            size="compact-sm"
            h={32}
            onClick={() => {
              onDraft(undefined);
              setChanging(found);
            }}
          >
            Change columns
          </Button>
        </div>
      </div>
    );
  }
  return (
    <ColumnsStep
      found={found}
      busy={busy}
      choice={drafted}
      onChoice={onDraft}
      onUse={onUse}
      onFirstRow={onFirstRow}
      onCancel={mustChoose ? undefined : () => setChanging(undefined)}
    />
  );
}
