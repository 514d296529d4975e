import { TextInput } from '@mantine/core';
import type { ChangeEventHandler } from 'react';
import { type CommissionName, commissions } from '#contract/commissions.ts';
import classes from './CommissionsDialog.module.css';

type Field = CommissionName | (typeof commissions)[CommissionName]['rate' | 'base'];

/** The amount, and beside it what makes it. */
export function ExplainedAmount({
  name,
  isFirst,
  field,
  onTyped,
  onExplained,
}: {
  name: CommissionName;
  isFirst: boolean;
  field: (name: Field) => { onChange?: ChangeEventHandler<HTMLInputElement> };
  onTyped: (amount: string) => void;
  onExplained: (typed: { rate?: string; base?: string }) => void;
}) {
  const { label, rate, base } = commissions[name];
  const decimal = { inputMode: 'decimal' as const };
  const amount = field(name);
  return (
    <fieldset className={classes.amount} aria-label={label}>
      <TextInput
        {...amount}
        {...decimal}
        label={label}
        onChange={(event) => {
          amount.onChange?.(event);
          onTyped(event.currentTarget.value);
        }}
        {...(isFirst && { 'data-autofocus': true })}
      />
      <span className={classes.sign} aria-hidden="true">
        =
      </span>
      <TextInput
        {...field(rate)}
        {...decimal}
        label="Rate"
        aria-label={`${label} rate, per cent`}
        rightSection={<span aria-hidden="true">%</span>}
        onBlur={(event) => onExplained({ rate: event.currentTarget.value })}
      />
      <span className={classes.sign} aria-hidden="true">
        of
      </span>
      <TextInput
        {...field(base)}
        {...decimal}
        label="Base"
        aria-label={`${label} base`}
        onBlur={(event) => onExplained({ base: event.currentTarget.value })}
      />
    </fieldset>
  );
}
