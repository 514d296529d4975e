import { Button, Group, NativeSelect } from '@mantine/core';
import { pageSizes } from '#contract/limits.ts';
import { pageCount } from '#web/lib/paging.ts';
import classes from './Pager.module.css';

export type PageState = { page: number; pageSize: number };

/** spec §2, Leads footer. `page` counts from 0. */
export function Pager({
  page,
  pageSize,
  total,
  onChange,
  disabled = false,
}: PageState & {
  /** Undefined while it is not known yet. */
  total: number | undefined;
  onChange: (next: PageState) => void;
  disabled?: boolean;
}) {
  const pages = pageCount(total, pageSize);
  const goTo = (to: number) => () => onChange({ page: to, pageSize });
  const atStart = disabled || page <= 0;
  const atEnd = disabled || page >= pages - 1;
  return (
    <div className={classes.foot}>
      <nav className={classes.pager} aria-label="Pages" data-keep-clear>
        <Group gap="xs" wrap="nowrap" className={classes.rows}>
          <span className={classes.word} aria-hidden="true">
            Rows
          </span>
          <NativeSelect
            aria-label="Rows per page"
            className={classes.size}
            data={pageSizes.map(String)}
            value={String(pageSize)}
            disabled={disabled}
            onChange={(event) => onChange({ page: 0, pageSize: Number(event.target.value) })}
          />
        </Group>
        <span
          className={`tabular ${classes.place}`}
          aria-live="polite"
          data-widest={placeText(pages, pages, total)}
        >
          {placeText(Math.min(page + 1, pages), pages, total)}
        </span>
        <Group gap={4} wrap="nowrap" className={classes.buttons}>
          <PageButton label="First" disabled={atStart} onClick={goTo(0)} />
          <PageButton label="Previous" disabled={atStart} onClick={goTo(page - 1)} />
          <PageButton label="Next" disabled={atEnd} onClick={goTo(page + 1)} />
          <PageButton label="Last" disabled={atEnd} onClick={goTo(pages - 1)} />
        </Group>
      </nav>
    </div>
  );
}

function placeText(page: number, pages: number, total: number | undefined): string {
  return total === undefined ? '' : `Page ${page} of ${pages} (${total} total results)`;
}

function PageButton({
  label,
  disabled,
  onClick,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    // Not `disabled`: whoever turns to the last page by keyboard keeps the focus on this button.
    <Button
      variant="default"
      size="compact-sm"
      aria-disabled={disabled}
      {...(disabled ? { 'data-disabled': true } : { onClick })}
    >
      {label}
    </Button>
  );
}
