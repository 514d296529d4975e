import { Select } from '@mantine/core';

/** Takes the focus, and with it opens. */
export function SearchableSelect({
  options,
  onChange,
  nothingFound,
  ...field
}: {
  'aria-label': string;
  className: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  nothingFound: string;
}) {
  return (
    <Select
      {...field}
      data={options}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable
      autoFocus
      limit={200}
      nothingFoundMessage={nothingFound}
    />
  );
}
