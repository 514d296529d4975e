import { NativeSelect } from '@mantine/core';
import type { Ref } from 'react';
import classes from './FilterSelect.module.css';

/** A filter of a few options; the first one filters nothing. */
export function FilterSelect({
  label,
  options,
  value,
  onChange,
  ref,
}: {
  label: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLSelectElement>;
}) {
  return (
    <NativeSelect
      ref={ref}
      aria-label={label}
      className={classes.filter}
      data={options}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
