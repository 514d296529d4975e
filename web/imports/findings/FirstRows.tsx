import { IconChevronRight } from '@tabler/icons-react';
import type { FileCheck } from '#contract/imports.ts';
import { RowNumber, ScrollTable } from '../ScrollTable.tsx';
import { fieldNames, fieldsRead } from './column-choice.ts';
import classes from './Findings.module.css';
import { firstRowsTitle, isUndecided } from './findings-text.ts';

/** Folded away for a file that is right: nobody needs to look twice. */
export function FirstRows({ found }: { found: FileCheck }) {
  const fields = fieldsRead(found.columns);
  const title = firstRowsTitle(found);
  if (fields.length === 0 || found.first_rows.length === 0) return null;
  return (
    <details className={classes.fold} open={isUndecided(found) || found.problem_count > 0}>
      <summary className={classes.foldTitle}>
        <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
        {title}
      </summary>
      <ScrollTable label={title} heads={['Row', ...fields.map((field) => fieldNames[field])]}>
        {found.first_rows.map(({ row, lead }) => (
          <tr key={row}>
            <RowNumber row={row} />
            {fields.map((field) => (
              <td key={field} className={classes.cell} dir="auto" title={lead[field] ?? undefined}>
                {lead[field]}
              </td>
            ))}
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}
