import {
  type CommissionName,
  commissions,
  type Explanation,
  isSameAmount,
  shareOf,
} from '#contract/commissions.ts';

const number = /^\d{1,12}(\.\d{1,4})?$/;
const money = /^\d{1,12}(\.\d{1,2})?$/;

type Form<Values> = {
  getValues: () => Values;
  setFieldValue: (name: never, value: never) => void;
  isDirty: (name: never) => boolean;
};

/**
 * Whoever gives a rate and a base has given the amount, too: it is filled in where nobody has typed
 * another one, and otherwise left to be compared.
 */
export function followExplanation<Values extends Record<string, string>>(
  form: Form<Values>,
  name: CommissionName,
  typed: { rate?: string; base?: string },
): void {
  const fields = commissions[name];
  const values = form.getValues();
  const rate = (typed.rate ?? values[fields.rate] ?? '').trim();
  const base = (typed.base ?? values[fields.base] ?? '').trim();
  const amount = (values[name] ?? '').trim();
  const isExplained = form.isDirty(fields.rate as never) || form.isDirty(fields.base as never);
  if (!isExplained || !number.test(rate) || !money.test(base) || Number(rate) > 100) return;
  const share = shareOf({ rate, base });
  const isOwn = amount !== '' && form.isDirty(name as never);
  if (isOwn || (money.test(amount) && isSameAmount(amount, share))) return;
  form.setFieldValue(name as never, share as never);
}

/**
 * An explanation goes with the amount that it explained, so that whoever sets another one has only
 * that to do; it is back as soon as the amount is. What somebody has typed there stays.
 */
export function followAmount<Values extends Record<string, string>>(
  form: Form<Values>,
  name: CommissionName,
  explained: Explanation,
  typed: string,
): void {
  const { rate, base } = commissions[name];
  const values = form.getValues();
  const holds = (given: Explanation) => values[rate] === given.rate && values[base] === given.base;
  const amount = typed.trim();
  const fits = money.test(amount) && isSameAmount(amount, shareOf(explained));
  const none = { rate: '', base: '' };
  if (!holds(fits ? none : explained)) return;
  const next = fits ? explained : none;
  form.setFieldValue(rate as never, next.rate as never);
  form.setFieldValue(base as never, next.base as never);
}
