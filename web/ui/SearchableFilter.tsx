import { TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './FilterSelect.module.css';

const SearchableSelect = lazy(async () => ({
  default: (await import('./SearchableSelect.tsx')).SearchableSelect,
}));

/** A filter of more options than one looks through. The list itself comes with its first use. */
export function SearchableFilter({
  label,
  options,
  value,
  onChange,
  nothingFound,
}: {
  label: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  nothingFound: string;
}) {
  const [wasFocused, setWasFocused] = useState(false);
  const field = { 'aria-label': label, className: classes.filter ?? '' };
  const closed = (
    <TextInput
      {...field}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      readOnly
      pointer
      value={options.find((option) => option.value === value)?.label ?? ''}
      rightSection={<IconSelector size={14} className={classes.icon} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      onFocus={() => setWasFocused(true)}
    />
  );
  if (!wasFocused) return closed;
  return (
    <Suspense fallback={closed}>
      <SearchableSelect {...{ ...field, options, value, onChange, nothingFound }} />
    </Suspense>
  );
}
