import { TextInput } from '@mantine/core';
import type { ChangeEvent, ChangeEventHandler } from 'react';
import { type CommissionName, commissions } from '#contract/commissions.ts';
import { useSelectOnEntry } from '#web/lib/use-select-on-entry.ts';
import classes from './CommissionsDialog.module.css';
import type { NumberField } from './commission-form.ts';

const numberClasses = {
  root: classes.number ?? '',
  label: classes.numberLabel ?? '',
  wrapper: classes.numberField ?? '',
  error: classes.numberError ?? '',
};

/** The amount, and beside it what makes it. */
export function ExplainedAmount({
  name,
  isFirst,
  field,
  onType,
}: {
  name: CommissionName;
  isFirst: boolean;
  field: (name: NumberField) => { onChange?: ChangeEventHandler<HTMLInputElement> };
  onType: (field: NumberField, text: string) => void;
}) {
  const { label, rate, base } = commissions[name];
  const selectOnEntry = useSelectOnEntry();
  const number = (one: NumberField) => ({
    ...field(one),
    ...selectOnEntry,
    inputMode: 'decimal' as const,
    classNames: numberClasses,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onType(one, event.currentTarget.value),
  });
  return (
    <fieldset className={classes.amount} aria-label={label}>
      <TextInput {...number(name)} label={label} {...(isFirst && { 'data-autofocus': true })} />
      <span className={classes.sign} aria-hidden="true">
        =
      </span>
      <TextInput
        {...number(rate)}
        label="Rate"
        aria-label={`${label} rate, per cent`}
        rightSection={<span aria-hidden="true">%</span>}
      />
      <span className={classes.sign} aria-hidden="true">
        of
      </span>
      <TextInput {...number(base)} label="Base" aria-label={`${label} base`} />
    </fieldset>
  );
}
