import { NativeSelect } from '@mantine/core';
import type { ImportField } from '#contract/imports.ts';
import classes from './ColumnField.module.css';
import { columnTitle, type FileColumn, fieldNames } from './column-choice.ts';

const options = [
  { value: '', label: 'Ignore this column' },
  ...Object.entries(fieldNames).map(([value, label]) => ({ value, label })),
];
const parts = {
  root: classes.column ?? '',
  label: classes.name ?? '',
  description: classes.samples ?? '',
  wrapper: classes.choice ?? '',
};

/** One column of the file: its name, a few of its values, and what it is read as. */
export function ColumnField({
  column,
  samples,
  field,
  onChange,
}: {
  column: FileColumn;
  samples: string[];
  field: ImportField | undefined;
  onChange: (field: ImportField | undefined) => void;
}) {
  const text = samples.join(', ') || 'No values in the first rows';
  return (
    <NativeSelect
      classNames={parts}
      mod={{ ignored: !field }}
      label={columnTitle(column)}
      description={text}
      descriptionProps={{ title: text }}
      data={options}
      value={field ?? ''}
      onChange={(event) => onChange((event.target.value || undefined) as ImportField | undefined)}
    />
  );
}
