import {
  type CommissionName,
  commissionNames,
  commissions,
  type Explanation,
  isSameAmount,
  isSameNumber,
  shareOf,
} from '#contract/commissions.ts';
import { type Company, companyChange } from '#contract/companies.ts';

export function valuesOf(company: Company) {
  return {
    commission_payable_to_partner: company.commission_payable_to_partner ?? '',
    commission_payable_rate: company.commission_payable_rate ?? '',
    commission_payable_base: company.commission_payable_base ?? '',
    alltime_commission_payable: company.alltime_commission_payable ?? '',
    alltime_commission_rate: company.alltime_commission_rate ?? '',
    alltime_commission_base: company.alltime_commission_base ?? '',
    reason: '',
  };
}
export type Values = ReturnType<typeof valuesOf>;
export type NumberField = Exclude<keyof Values, 'reason'>;
/** The amounts that somebody has typed, as they were typed. */
export type TypedAmounts = Partial<Record<CommissionName, string>>;

const numberFields = commissionNames.flatMap((name): NumberField[] => {
  const { rate, base } = commissions[name];
  return [name, rate, base];
});

/** What is typed, if it is a number that may stand there; null where nothing is. */
function read(field: NumberField, text: string): string | null | undefined {
  const { success, data } = companyChange.shape[field].safeParse(text);
  return success ? data : undefined;
}

const isSame = (field: NumberField, one: string, other: string) =>
  one === other || isSameNumber(read(field, one) ?? null, read(field, other) ?? null);

/** Whether saving would change anything: 12 for 12.00 would not. */
export function isChanged(
  values: Partial<Record<NumberField, string | null | undefined>>,
  company: Company,
): boolean {
  const stored = valuesOf(company);
  return numberFields.some((field) => !isSame(field, values[field] ?? '', stored[field]));
}

/**
 * Whoever gives a rate and a base has given the amount, too: it stands there at once, unless somebody
 * has typed one, which is then compared. Without both it is again what it was.
 */
export function withRateAndBase(
  values: Values,
  name: CommissionName,
  typed: TypedAmounts,
  company: Company,
): Values {
  if (typed[name]) return values;
  const fields = commissions[name];
  const [rate, base] = [
    read(fields.rate, values[fields.rate]),
    read(fields.base, values[fields.base]),
  ];
  // On the way to a number the last one stays.
  if (rate === undefined || base === undefined) return values;
  const before = typed[name] ?? valuesOf(company)[name];
  return { ...values, [name]: rate && base ? shareOf({ rate, base }) : before };
}

/**
 * An explanation goes with the amount that it explained, so that whoever sets another one has only
 * that to do; it is back as soon as the amount is. What somebody has typed there stays.
 */
export function withAmount(values: Values, name: CommissionName, company: Company): Values {
  const { rate, base } = commissions[name];
  const stored = valuesOf(company);
  const explained = { rate: stored[rate], base: stored[base] };
  const none = { rate: '', base: '' };
  const fits = explains(explained, name, values[name]);
  const [from, to] = fits ? [none, explained] : [explained, none];
  if (values[rate] !== from.rate || values[base] !== from.base) return values;
  return { ...values, [rate]: to.rate, [base]: to.base };
}

function explains({ rate, base }: Explanation, name: CommissionName, text: string): boolean {
  const amount = read(name, text);
  return rate !== '' && Boolean(amount) && isSameAmount(amount ?? '', shareOf({ rate, base }));
}

/**
 * What stands in the form once somebody else has changed the company: theirs wherever nothing was
 * changed here. A rate and its base go together, and make the amount.
 */
export function withTheirs(values: Values, before: Company, theirs: Company): Values {
  const [stored, now] = [valuesOf(before), valuesOf(theirs)];
  const isOwn = (field: NumberField) => !isSame(field, values[field], stored[field]);
  const next = { ...values };
  for (const name of commissionNames) {
    const { rate, base } = commissions[name];
    const isExplainedHere = isOwn(rate) || isOwn(base);
    if (isExplainedHere && values[rate] !== '') continue;
    if (!isOwn(name)) next[name] = now[name];
    const kept = { rate: now[rate], base: now[base] };
    const fits = !isExplainedHere && explains(kept, name, next[name]);
    [next[rate], next[base]] = fits ? [kept.rate, kept.base] : ['', ''];
  }
  return next;
}
