export const notAvailable = 'Not available';

/** spec §2, shared pieces: nan, null and nothing at all count as missing. */
export function isMissing(value: unknown): value is null | undefined {
  if (value === null || value === undefined) return true;
  if (typeof value === 'number') return Number.isNaN(value);
  return ['', 'nan', 'null', 'undefined'].includes(String(value).trim().toLowerCase());
}

export function shown(value: unknown, missing: string = notAvailable): string {
  return isMissing(value) ? missing : String(value);
}

/** A date string, or the timestamp object that the specification allows too (spec §3). */
export function toDate(value: unknown): Date | undefined {
  if (typeof value === 'object' && value !== null && 'seconds' in value) {
    return validDate(new Date(Number(value.seconds) * 1000));
  }
  return typeof value === 'string' && value ? validDate(new Date(value)) : undefined;
}

function validDate(date: Date): Date | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const shortFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const exactFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'medium' });

/** spec §2, Date Added: a short US date. */
export function shortDate(value: unknown): string {
  const date = toDate(value);
  return date ? shortFormat.format(date) : notAvailable;
}

/** For whoever hovers over a date. */
export function exactDate(value: unknown): string | undefined {
  const date = toDate(value);
  return date && exactFormat.format(date);
}

/** Decimal text with thousands separators; it never becomes a number, which would round it. */
export function money(amount: string): string {
  const [whole = '', cents] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return cents === undefined ? grouped : `${grouped}.${cents}`;
}

/** Where a website that was typed without a scheme leads; nothing where it is no web address. */
export function websiteHref(website: string): string | undefined {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, href } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : undefined;
}

export function websiteLabel(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}
