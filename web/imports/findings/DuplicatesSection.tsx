import type { FileCheck } from '#contract/imports.ts';
import { importMessages } from '../import-text.ts';
import { RowNumber, ScrollTable, ShownCount } from '../ScrollTable.tsx';
import type { Choices } from '../upload-choices.ts';
import classes from './Findings.module.css';
import { repeatOf, repeatsText, type Whose } from './findings-text.ts';
import { answers } from './focus-answer.ts';

const heads = ['Row', 'Repeats', 'By', 'Value'] as const;
const ways = { skip: 'Skip them', import: 'Import them too' } as const;

/** Rows that repeat others of the file, or leads that are already there. */
export function DuplicatesSection({
  found,
  whose,
  choice,
  onChoose,
  nothingLeft,
}: {
  found: FileCheck;
  whose: Whose;
  choice: Choices['duplicates'];
  onChoose: (choice: Choices['duplicates']) => void;
  nothingLeft: boolean;
}) {
  return (
    <div className={classes.wide}>
      <div className={classes.head}>
        <h3 className={classes.subtitle}>Duplicates</h3>
        <p className={classes.text}>{repeatsText(found, whose)}</p>
        <fieldset className={classes.ways}>
          <legend>What to do with them</legend>
          {(['skip', 'import'] as const).map((way) => (
            <label key={way} className={classes.way}>
              <input
                type="radio"
                name="duplicates"
                value={way}
                checked={choice === way}
                {...(choice === way && answers('duplicates'))}
                onChange={() => onChoose(way)}
              />
              {ways[way]}
            </label>
          ))}
        </fieldset>
        <output className={classes.nothingLeft}>{nothingLeft && importMessages.allRepeat}</output>
      </div>
      <ScrollTable label="Rows that repeat" heads={heads} stacked>
        {found.duplicates.map((duplicate) => (
          <tr key={duplicate.row}>
            <RowNumber row={duplicate.row} />
            <td className={classes.repeats}>{repeatOf(duplicate, whose)}</td>
            <td className={classes.by}>{duplicate.by}</td>
            <td className={classes.value}>{duplicate.value}</td>
          </tr>
        ))}
      </ScrollTable>
      <ShownCount listed={found.duplicates.length} total={found.duplicate_rows} />
    </div>
  );
}
