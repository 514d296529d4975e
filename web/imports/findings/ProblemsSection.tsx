import type { FileCheck } from '#contract/imports.ts';
import { DownloadRows } from '../DownloadRows.tsx';
import { ProblemTable } from '../ProblemTable.tsx';
import { type Choices, readingQuery } from '../upload-choices.ts';
import classes from './Findings.module.css';
import { isUndecided, problemsText } from './findings-text.ts';
import { answers } from './focus-answer.ts';

/** Every mistake in the file, with its rows to be mended; the form offers to leave them behind. */
export function ProblemsSection({
  found,
  file,
  choices,
}: {
  found: FileCheck;
  file: File;
  choices: Choices;
}) {
  return (
    <div className={classes.wide}>
      <div className={classes.head}>
        <h3 className={classes.subtitle} tabIndex={-1} {...answers('problems')}>
          Problems
        </h3>
        <p className={classes.text}>{problemsText(found)}</p>
      </div>
      <ProblemTable problems={found.problems} total={found.problem_count} />
      {/* Before the columns are known, and behind a row that cannot be read, nothing can be said. */}
      {!isUndecided(found) && found.readable && (
        <div className={`${classes.actions} ${classes.foot}`}>
          <DownloadRows
            key={JSON.stringify(readingQuery(choices))}
            file={file}
            reading={choices}
            rows="all"
            format={found.format}
          >
            Download rows with errors
          </DownloadRows>
        </div>
      )}
    </div>
  );
}
