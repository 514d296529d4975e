import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { amountText, growthText } from '#web/ui/amount.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { notAvailable } from '#web/ui/format.ts';
import classes from './MoneyFigures.module.css';
import { missingText } from './money-text.ts';

export type Figure = {
  label: string;
  /** Undefined while it is on its way, null where nothing is known. */
  amount: string | null | undefined;
  /** What stands in place of an amount that nobody has given. */
  missing?: string;
  /** How many of what is summed up have no amount. */
  without?: number | undefined;
  /** Of what grew or shrank. */
  isGrowth?: boolean;
};

/** A few sums side by side; in which currency is said beside them, once. */
export function MoneyFigures({
  label,
  figures,
  currency,
  children,
}: {
  label: string;
  figures: Figure[];
  currency: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={classes.strip}>
      <dl className={classes.figures} aria-label={label}>
        {figures.map((figure) => (
          <div key={figure.label} className={classes.figure}>
            <dt className={classes.label}>{figure.label}</dt>
            <dd className={`tabular ${classes.amount}`}>
              <Amount {...figure} currency={currency} />
              {figure.without ? (
                <span className={classes.without}>{missingText(figure.without)}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}

function Amount({
  amount,
  missing = notAvailable,
  isGrowth = false,
  currency,
}: Figure & { currency: string | undefined }) {
  if (amount === undefined) {
    return (
      <>
        <VisuallyHidden>Loading...</VisuallyHidden>
        <Bone width={96} />
      </>
    );
  }
  if (amount === null) return <span className={classes.missing}>{missing}</span>;
  return <span>{(isGrowth ? growthText : amountText)(amount, currency)}</span>;
}
