import { dayMilliseconds } from '#contract/days.ts';

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMilliseconds);
}

/** Over the end of the list it begins anew. */
export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

type DemoPerson = { first_name: string; last_name: string; title: string; country: string };

/** How somebody at a company is reached. */
export function contactAt(
  company: string,
  person: DemoPerson,
  { phone, mailbox }: { phone: number; mailbox: string },
) {
  const domain = `${company.toLowerCase().replace(/[^a-z]+/g, '')}.example`;
  return {
    ...person,
    company_name: company,
    email: `${mailbox}@${domain}`,
    phone_number: londonPhone(phone),
    website: `https://www.${domain}`,
  };
}

/** Of the numbers that are kept for stories, so that nobody is ever called. */
export function londonPhone(number: number): string {
  return `+44 20 7946 0${number}`;
}
