import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { statusKey, statusText } from '#contract/lead-status.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { knownStatuses } from '../status-choices.ts';
import classes from './Filters.module.css';
import { statusesText, statusNames } from './leads-address.ts';

/** Any number of statuses: the known ones, and any other by its name. */
export function StatusBoxes({
  statuses,
  onChange,
}: {
  statuses: string;
  onChange: (statuses: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const chosen = statusNames(statuses);
  const isChosen = (status: string) => chosen.some((one) => statusKey(one) === statusKey(status));
  const others = chosen.filter((one) => !knownStatuses.some(({ value }) => isSame(value, one)));
  const toggle = (status: string) => {
    const rest = chosen.filter((one) => !isSame(one, status));
    onChange(statusesText(isChosen(status) ? rest : [...rest, status]));
  };
  const add = () => {
    if (statusKey(typed) && !isChosen(typed)) toggle(typed.trim());
    setTyped('');
  };
  return (
    <fieldset className="plain-group">
      <legend className={classes.legend}>Status</legend>
      <div className={classes.statuses}>
        {[...knownStatuses.map(({ value }) => value), ...others].map((status) => (
          <Checkbox
            key={statusKey(status)}
            label={statusText(status)}
            checked={isChosen(status)}
            onChange={() => toggle(status)}
          />
        ))}
      </div>
      <TextInput
        mt={12}
        aria-label="Another status"
        placeholder="Another status (press Enter to add)"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event.nativeEvent)) add();
        }}
        onBlur={add}
      />
    </fieldset>
  );
}

const isSame = (one: string, other: string) => statusKey(one) === statusKey(other);
