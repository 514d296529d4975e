/**
 * Amounts as their reader writes numbers. They come as decimal text and are given to the formatter as
 * it, which keeps every digit; a number would round them.
 */
type Decimal = Intl.StringNumericLiteral;

const smallestStored = 2;
const made = new Map<string, Intl.NumberFormat>();

/** Some browsers name a language that their own formatters do not know. */
function readersLanguage(): string | undefined {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0];
  } catch {
    return undefined;
  }
}

/** Making one takes a thousand times as long as using it. */
function formatter(kind: string, optionsOf: () => Intl.NumberFormatOptions): Intl.NumberFormat {
  const language = readersLanguage();
  const key = `${language} ${kind}`;
  const known = made.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, optionsOf());
  made.set(key, format);
  return format;
}

/**
 * A currency has decimals of its own: none for yen, three for dinars. An amount that has more than its
 * currency is shown in full all the same, so that what is shown adds up.
 */
function decimalsOf(currency: string | undefined): Intl.NumberFormatOptions {
  const usual = currency
    ? new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    : undefined;
  const least = usual?.minimumFractionDigits ?? smallestStored;
  return { minimumFractionDigits: least, maximumFractionDigits: Math.max(least, smallestStored) };
}

/** A minus as wide as a plus, so that signed amounts stand in line. */
function format(formatted: Intl.NumberFormat, amount: string): string {
  return formatted.format(amount as Decimal).replace('-', '−');
}

/** 1,248.00, or 1.248,00 for a reader of German. The currency stands beside it, once. */
export function amountText(amount: string, currency: string | undefined): string {
  const plain = formatter(`plain ${currency}`, () => decimalsOf(currency));
  return format(plain, withoutSignOfZero(amount));
}

/** With its currency: USD 1,248.00. */
export function moneyText(amount: string, currency: string): string {
  const named = formatter(`named ${currency}`, () => ({
    ...decimalsOf(currency),
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  }));
  return format(named, withoutSignOfZero(amount));
}

/** By how much something grew or shrank, with its sign. */
export function growthText(amount: string, currency: string | undefined): string {
  const signed = formatter(`signed ${currency}`, () => ({
    ...decimalsOf(currency),
    signDisplay: 'exceptZero',
  }));
  return format(signed, amount);
}

const rateDecimals = 4;

/** A rate per cent, without the sign for it. */
export function rateText(rate: string): string {
  const plain = formatter('rate', () => ({ maximumFractionDigits: rateDecimals }));
  return plain.format(rate as Decimal);
}

function withoutSignOfZero(amount: string): string {
  return /^-0+(\.0+)?$/.test(amount) ? amount.slice(1) : amount;
}
