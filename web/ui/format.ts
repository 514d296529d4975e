export const notAvailable = 'Not available';

/** spec §2, shared pieces: nan, null and nothing at all count as missing. */
export function isMissing(value: unknown): value is null | undefined {
  if (value === null || value === undefined) return true;
  if (typeof value === 'number') return Number.isNaN(value);
  return ['', 'nan', 'null', 'undefined'].includes(String(value).trim().toLowerCase());
}

export function displayText(value: unknown, missing: string = notAvailable): string {
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

// By hand: the browser's own formatter costs a slow phone a fifth of a second for its first date.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** spec §2, Date Added: a short US date. */
export function shortDate(value: unknown): string {
  const date = toDate(value);
  return date ? usDate(date) : notAvailable;
}

/** The time of day, for beside a short date. */
export function shortTime(value: unknown): string {
  const date = toDate(value);
  return date ? usTime(date) : '';
}

/** For whoever hovers over a date. */
export function exactDate(value: unknown): string | undefined {
  const date = toDate(value);
  return date && `${weekdays[date.getDay()]}, ${usDate(date)} at ${usTime(date)}`;
}

function usDate(date: Date): string {
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

function usTime(date: Date): string {
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** 1204 reads 1,204. Money comes as decimal text and stays it: a number would round it. */
export function groupDigits(amount: string | number): string {
  const [whole = '', cents] = String(amount).split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return cents === undefined ? thousands : `${thousands}.${cents}`;
}

/** `1 row`, `1,204 rows` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

/** What is counted no further than to `most` says so: 1,000+. */
export function countedUpTo(most: number, count: number): string {
  return count < most ? groupDigits(count) : `${groupDigits(most)}+`;
}

/** What a phone dials: nothing that was typed only to be read. */
export function phoneHref(number: string): string {
  return `tel:${number.replace(/[^\d+*#,;]/g, '')}`;
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
