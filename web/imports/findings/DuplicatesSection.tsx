import type { FileCheck } from '#contract/imports.ts';
import { importMessages } from '../import-text.ts';
import { RowNumber, ScrollTable, ShownCount } from '../ScrollTable.tsx';
import type { Way } from '../upload-choices.ts';
import classes from './Findings.module.css';
import { repeatOf, repeatsText, type Whose } from './findings-text.ts';
import { Ways } from './Ways.tsx';

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
  choice: Way;
  onChoose: (way: Way) => void;
  nothingLeft: boolean;
}) {
  return (
    <div className={classes.wide}>
      <div className={classes.head}>
        <h3 className={classes.subtitle}>Duplicates</h3>
        <p className={classes.text}>{repeatsText(found, whose)}</p>
        <Ways question="duplicates" ways={ways} chosen={choice} onChoose={onChoose} />
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
