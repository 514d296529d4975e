import type { RowProblem } from '#contract/leads.ts';
import classes from './ProblemTable.module.css';

const inWords = (count: number) => count.toLocaleString('en-US');

/** The server's row report; it scrolls within itself. */
export function ProblemTable({ problems, total }: { problems: RowProblem[]; total: number }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className={classes.scroller} tabIndex={0} aria-label="Row report">
        <table className={classes.table} aria-label="What is wrong in the file">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row may have a problem twice, and the list never changes
              <tr key={index}>
                <td>{inWords(problem.row)}</td>
                <td>{problem.column ? <code>{problem.column}</code> : 'Whole row'}</td>
                <td>{problem.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > problems.length && (
        <p className={classes.more}>
          Showing the first {inWords(problems.length)} of {inWords(total)}
        </p>
      )}
    </>
  );
}
