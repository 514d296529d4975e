import { TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useLoadAhead } from '#web/lib/use-load-ahead.ts';
import classes from './FilterSelect.module.css';
import { type FilterSearch, useFilterSearch } from './use-filter-search.ts';

const FilterPanel = lazyPart(async () => (await import('./FilterPanel.tsx')).FilterPanel);

/**
 * A filter of more options than one looks through. The field is there from the start, so that
 * whatever is typed is searched for; only the list below it comes with its first use.
 */
export function SearchableFilter({ label, ...search }: FilterSearch & { label: string }) {
  useLoadAhead(FilterPanel.load);
  const { listId, opened, found, note, active, field, choose } = useFilterSearch(search);
  return (
    <div className={classes.filter}>
      <TextInput
        {...field}
        aria-label={label}
        aria-haspopup="listbox"
        maxLength={200}
        classNames={{ input: classes.field ?? '' }}
        rightSection={<IconSelector size={14} className={classes.icon} aria-hidden="true" />}
        rightSectionPointerEvents="none"
      />
      {opened && (
        <Suspense fallback={null}>
          <FilterPanel
            id={listId}
            label={label}
            choices={found}
            active={active}
            isChosen={(choice) => choice.value === search.value}
            onChoose={choose}
            note={note}
          />
        </Suspense>
      )}
    </div>
  );
}
