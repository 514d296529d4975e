import { Select } from '@mantine/core';
import classes from './FilterSelect.module.css';

type FilterOption = { value: string; label: string };

/** One of a list's filters; the first option is the one that filters nothing. */
export function FilterSelect({
  label,
  options,
  value,
  onChange,
  nothingFound,
}: {
  label: string;
  options: FilterOption[];
  value: string;
  onChange: (value: string) => void;
  /** Set where there may be too many to look through: the options can then be searched. */
  nothingFound?: string;
}) {
  return (
    <Select
      aria-label={label}
      className={classes.filter}
      data={options}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...(nothingFound && { searchable: true, limit: 200, nothingFoundMessage: nothingFound })}
    />
  );
}
