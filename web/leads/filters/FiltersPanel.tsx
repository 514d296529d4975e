import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { isComposing } from '#web/lib/is-composing.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import classes from './Filters.module.css';
import { filterText } from './filter-text.ts';
import { dayIn, type LeadsAddress, sourceNames } from './leads-address.ts';
import { StatusBoxes } from './StatusBoxes.tsx';

const sourceOptions = [
  { value: '', label: 'Any source' },
  ...Object.entries(sourceNames).map(([value, label]) => ({ value, label })),
];

/** Each choice narrows the list at once; a text does on Enter, and when its field is left. */
export function FiltersPanel({
  address,
  onChange,
  onClear,
  onDone,
}: {
  address: LeadsAddress;
  onChange: (part: Partial<LeadsAddress>) => void;
  onClear: () => void;
  onDone: () => void;
}) {
  const isAdmin = useIsAdmin();
  const { source, stuck, unread, deleted } = address;
  const { day: from } = dayIn(address.from);
  const { day: to } = dayIn(address.to, true);
  return (
    <div className={classes.panel}>
      <div className={classes.boxes}>
        <Checkbox
          label={filterText.unread}
          checked={unread === 'true'}
          onChange={(event) => onChange({ unread: event.currentTarget.checked ? 'true' : '' })}
        />
        <Checkbox
          label={filterText.stuck}
          checked={stuck === 'true'}
          onChange={(event) => onChange({ stuck: event.currentTarget.checked ? 'true' : '' })}
        />
        {isAdmin && (
          <Checkbox
            className={classes.wide}
            label="Deleted in the last 30 days"
            checked={deleted === 'true'}
            onChange={(event) => onChange({ deleted: event.currentTarget.checked ? 'true' : '' })}
          />
        )}
      </div>
      <StatusBoxes
        statuses={address.statuses}
        onChange={(statuses) => onChange({ statuses, status: '' })}
      />
      <div className={classes.pair}>
        <DayField
          label="Added from"
          value={from}
          max={to}
          onChange={(day) => onChange({ from: day })}
        />
        <DayField
          label="Added until"
          value={to}
          min={from}
          onChange={(day) => onChange({ to: day })}
        />
        <CountryField country={address.country} onChange={(country) => onChange({ country })} />
        <NativeSelect
          label="Source"
          data={sourceOptions}
          value={source}
          onChange={(event) => onChange({ source: event.currentTarget.value })}
        />
      </div>
      <div className={classes.ends}>
        <Button variant="subtle" color="gray" px={8} onClick={onClear}>
          Clear filters
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

/** A day of the reader's own calendar; half of a date is none yet, and changes nothing. */
function DayField({
  label,
  value,
  onChange,
  ...bounds
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      {...bounds}
      onChange={(event) => {
        const { value: day, validity } = event.currentTarget;
        // While a year is typed it passes through years of one to three digits.
        if (!validity.badInput && !day.startsWith('0')) onChange(day);
      }}
    />
  );
}

function CountryField({
  country,
  onChange,
}: {
  country: string;
  onChange: (country: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const take = () => {
    if (typed !== undefined && typed.trim() !== country) onChange(typed.trim());
    setTyped(undefined);
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isComposing(event.nativeEvent)) take();
  };
  return (
    <TextInput
      label="Country"
      value={typed ?? country}
      maxLength={200}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onEnter}
      onBlur={take}
    />
  );
}
