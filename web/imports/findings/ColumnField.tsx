import { NativeSelect } from '@mantine/core';
import type { ImportField } from '#contract/imports.ts';
import classes from './ColumnField.module.css';
import { columnTitle, type FileColumn, fieldNames } from './column-choice.ts';
import { samplesText } from './findings-text.ts';
import { answers } from './focus-answer.ts';

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
  isFirstOpen,
  onChange,
}: {
  column: FileColumn;
  samples: string[];
  field: ImportField | undefined;
  /** Whoever is asked for the columns begins here. */
  isFirstOpen: boolean;
  onChange: (field: ImportField | undefined) => void;
}) {
  const text = samplesText(samples, column);
  return (
    <NativeSelect
      classNames={parts}
      mod={{ ignored: !field }}
      label={columnTitle(column)}
      description={text}
      descriptionProps={{ title: text }}
      data={options}
      value={field ?? ''}
      {...(isFirstOpen && answers('columns'))}
      onChange={(event) => onChange((event.target.value || undefined) as ImportField | undefined)}
    />
  );
}
