import { importMessages } from '../import-text.ts';
import { RowNumber, ScrollTable, ShownCount } from '../ScrollTable.tsx';
import classes from './Findings.module.css';
import { duplicateWays, repeatOf, repeatsText } from './findings-text.ts';
import { type AboutRows, RowsQuestion } from './RowsQuestion.tsx';

const heads = ['Row', 'Repeats', 'By', 'Value'] as const;

/** Rows that repeat others of the file, or leads that are already there. */
export function DuplicatesSection(about: AboutRows) {
  const { found, whose } = about;
  return (
    <div className={classes.wide}>
      <div className={classes.head}>
        <RowsQuestion
          question="duplicates"
          title="Duplicates"
          text={repeatsText(found, whose)}
          ways={duplicateWays}
          nothingLeftText={importMessages.allRepeat}
          about={about}
        />
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
