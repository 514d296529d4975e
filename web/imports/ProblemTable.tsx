import type { RowProblem } from '#contract/imports.ts';
import classes from './ProblemTable.module.css';
import { RowNumber, ScrollTable, ShownCount } from './ScrollTable.tsx';

const heads = ['Row', 'Column', 'Value', 'What is wrong'] as const;

/** The server's row report. */
export function ProblemTable({ problems, total }: { problems: RowProblem[]; total: number }) {
  return (
    <>
      <ScrollTable label="What is wrong in the file" heads={heads} stacked>
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may have a problem twice, and the list never changes
          <tr key={index}>
            <RowNumber row={problem.row} />
            <td className={classes.column}>
              {problem.column ? <code>{problem.column}</code> : 'Whole row'}
            </td>
            <td className={classes.value} dir="auto">
              {problem.value === '' ? (
                <span className={classes.empty}>empty</span>
              ) : (
                <span className={classes.cut} title={problem.value ?? undefined}>
                  {problem.value}
                </span>
              )}
            </td>
            <td className={classes.message}>{problem.message}</td>
          </tr>
        ))}
      </ScrollTable>
      <ShownCount listed={problems.length} total={total} />
    </>
  );
}
