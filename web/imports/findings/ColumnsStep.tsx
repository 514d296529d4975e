import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ColumnChoice, FileCheck } from '#contract/imports.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { useColumnsText } from '../import-text.ts';
import { ColumnField } from './ColumnField.tsx';
import classes from './ColumnsStep.module.css';
import { firstOpenColumn, samplesOf, stillNeeded, withColumn } from './column-choice.ts';
import section from './Findings.module.css';
import { FirstRowNotice, type OnFirstRow } from './FirstRowNotice.tsx';
import {
  firstRowText,
  isLeadText,
  neededText,
  rememberedText,
  whichColumnText,
} from './findings-text.ts';
import { isNameless } from './first-row.ts';

type Step = {
  found: FileCheck;
  busy: boolean;
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
  onUse: (columns: ColumnChoice) => void;
  onFirstRow: OnFirstRow;
  /** Undefined where there is no way on but an answer. */
  onCancel: (() => void) | undefined;
};

/** Asks for each column of the file what it holds. */
export function ColumnsStep(step: Step) {
  const { found, busy, choice, onChoice, onFirstRow, onCancel } = step;
  const nameless = isNameless(found);
  const list = useFocusOnColumns(onCancel !== undefined, nameless);
  useKeepFocus(busy);
  const needed = stillNeeded(choice);
  const firstOpen = firstOpenColumn(found.columns);
  return (
    <div className={section.section}>
      <h3 className={section.subtitle}>Which column is which?</h3>
      <FirstRowNotice found={found} busy={busy} onFirstRow={onFirstRow} />
      <p className={section.text}>
        {nameless ? whichColumnText : `${whichColumnText} ${rememberedText}`}
      </p>
      <ul className={classes.columns} ref={list}>
        {found.columns.map((column, place) => (
          <li key={column.index}>
            <ColumnField
              column={column}
              samples={samplesOf(found, place)}
              field={choice.find(({ index }) => index === column.index)?.field}
              isFirstOpen={column === firstOpen}
              onChange={(field) => onChoice(withColumn(choice, column.index, field))}
            />
          </li>
        ))}
      </ul>
      <output className={classes.needed} data-needed={needed.length > 0 || undefined}>
        {neededText(needed)}
      </output>
      <Answers {...step} isComplete={needed.length === 0} />
    </div>
  );
}

function useFocusOnColumns(openedByUser: boolean, nameless: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Whoever opened the step goes on in it; one that a check has opened takes no focus.
    if (openedByUser) list.current?.querySelector('select')?.focus();
  }, [openedByUser]);
  useEffect(() => {
    // Whoever has said that there are no names is asked for the columns next.
    if (nameless) list.current?.querySelector('select')?.focus();
  }, [nameless]);
  return list;
}

/** The ways on from here. */
function Answers({
  found,
  busy,
  choice,
  isComplete,
  onUse,
  onFirstRow,
  onCancel,
}: Step & { isComplete: boolean }) {
  return (
    <div className={section.actions}>
      <Button variant="default" disabled={!isComplete} loading={busy} onClick={() => onUse(choice)}>
        {useColumnsText}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Keep as it is
        </Button>
      )}
      {/* Where the file looks as if, the notice above asks it. */}
      {!isNameless(found) && !firstRowText(found) && (
        <Button variant="default" disabled={busy} onClick={() => onFirstRow('lead')}>
          {isLeadText(found)}
        </Button>
      )}
    </div>
  );
}
