import { NativeSelect, TextInput } from '@mantine/core';
import { type CrmValue, mappingChange } from '#contract/crm.ts';
import { firstMessage } from '#contract/fields.ts';
import { counted } from '#web/ui/format.ts';
import { kindNames, withoutStatus } from './crm-text.ts';
import classes from './Mapping.module.css';
import { another, type Choice, leaves, statusOptions, unnamed } from './mapping-draft.ts';

const options = [
  { value: leaves, label: withoutStatus.leaves.chosen },
  ...statusOptions,
  { group: 'Other', items: [{ value: another, label: 'Another status…' }] },
];
/** Only what nobody has named yet can be unnamed. */
const optionsOfNew = [{ value: unnamed, label: withoutStatus.unnamed.chosen }, ...options];

/** A value of HubSpot, and what the portal calls it: a known status, none, or a text of one's own. */
export function MappedValue({
  value,
  choice,
  refused,
  onChoose,
}: {
  value: CrmValue;
  choice: Choice;
  /** Whether somebody has tried to save what cannot be saved yet. */
  refused: boolean;
  onChoose: (choice: Choice) => void;
}) {
  const name = `${kindNames[value.kind].one} ${value.label}`;
  const error = refused && textError(value, choice);
  return (
    <li className={classes.value}>
      <div className={classes.words}>
        <p className={classes.label} dir="auto">
          {value.label}
        </p>
        <p className={`tabular ${classes.facts}`}>
          {value.is_new && `${kindNames[value.kind].one}, `}
          {counted(value.leads, 'lead')}
        </p>
      </div>
      <div className={classes.fields}>
        <NativeSelect
          aria-label={`Status for ${name}`}
          data={value.is_new ? optionsOfNew : options}
          value={choice.option}
          onChange={({ target }) => onChoose({ option: target.value, text: '' })}
        />
        {choice.option === another && (
          <TextInput
            aria-label={`Another status for ${name}`}
            placeholder="The status in the portal"
            autoComplete="off"
            maxLength={100}
            value={choice.text}
            error={error}
            onChange={({ target }) => onChoose({ option: another, text: target.value })}
          />
        )}
      </div>
    </li>
  );
}

function textError({ kind, value }: CrmValue, { text }: Choice): string | undefined {
  return firstMessage(mappingChange, { values: [{ kind, value, status: text }] });
}
