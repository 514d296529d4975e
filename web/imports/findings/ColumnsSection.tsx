import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ColumnChoice, FileCheck } from '#contract/imports.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import classes from './Findings.module.css';
import { columnsBy, isUndecided } from './findings-text.ts';

/** Which column is read as what: asked where the file does not say it, else open to change. */
export function ColumnsSection({
  found,
  busy,
  onUse,
}: {
  found: FileCheck;
  busy: boolean;
  onUse: (columns: ColumnChoice) => void;
}) {
  // The answer to a choice ends the step that it was made in.
  const [changing, setChanging] = useState<FileCheck>();
  const mustChoose = isUndecided(found);
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
        <p>{columnsBy[found.columns_by]}</p>
        <Button
          ref={changeButton}
          variant="default"
          size="compact-sm"
          h={32}
          onClick={() => setChanging(found)}
        >
          Change columns
        </Button>
      </div>
    );
  }
  return (
    <ColumnsStep
      found={found}
      busy={busy}
      onUse={onUse}
      onCancel={mustChoose ? undefined : () => setChanging(undefined)}
    />
  );
}
