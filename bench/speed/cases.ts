import { statusGroups } from '#contract/lead-status.ts';
import { partners } from './fill.ts';
import type { Call } from './measure.ts';
import type { Case } from './rows.ts';

export type Setting = {
  portal: string;
  bare: string;
  admin: Record<string, string>;
  partner: Record<string, string>;
  partnerId: string;
  apiToken: string;
  leads: number;
};

/** Without a target it is only told. */
export type RatioCase = { name: string; ours: Call; bare: Call; target?: number };

export const asCase = ({ name, target }: RatioCase): Case => ({
  name,
  unit: '/s',
  isRatio: true,
  ...(target !== undefined && { target, is: 'at least' }),
});

/** Without a bound it is only told. */
export type WaitCase = { name: string; call: Call; of: 'p50' | 'p99'; atMost?: number };

export const asWait = ({ name, atMost }: WaitCase): Case => ({
  name,
  unit: 'ms',
  isPaced: true,
  ...(atMost !== undefined && { target: atMost, is: 'at most' }),
});

let made = 0;
function newLead(): Record<string, string> {
  const n = ++made;
  return {
    company_name: `Measured ${n}`,
    first_name: 'Ada',
    last_name: `Bench ${n}`,
    email: `bench-${n}@lead.example`,
    phone_number: '+49 30 1',
  };
}

/** The external call names the phone otherwise. */
function newExternalLead(): Record<string, string> {
  const { phone_number: phone = '', ...lead } = newLead();
  return { ...lead, phone };
}

/** What few leads have. */
const rareText = 'firm 4711';
/** What one lead in ninety has, next to each other: of a million, eleven thousand. */
const commonText = 'person99';
/** The number of a lead of the partner who is signed in, also where there are few leads. */
export const leadOfPartner = 47 * partners;
/** What few leads of that partner have. */
const rareTextOfPartner = `firm ${leadOfPartner}`;

export function ratioCases(setting: Setting): RatioCase[] {
  const { portal, bare, admin, partner, partnerId, leads } = setting;
  const ofPartner = `partner_id=${partnerId}`;
  const ours = (query: string, headers: Record<string, string>): Call => ({
    url: `${portal}/api/leads?limit=10${query}`,
    headers,
  });
  const plain = (query: string): Call => ({
    url: `${bare}/leads?limit=10${query}`,
    headers: admin,
  });
  const searchFor = (text: string) => `&search=${encodeURIComponent(text)}`;
  const lastPage = `&offset=${leads - 10}`;
  return [
    {
      name: 'first page, a partner',
      ours: ours('', partner),
      bare: plain(`&${ofPartner}`),
      target: 1.5,
    },
    { name: 'first page, administrator', ours: ours('', admin), bare: plain(''), target: 5 },
    {
      name: 'one status, administrator (bare: one partner)',
      ours: ours('&status_filter=contacted', admin),
      bare: plain(`&${ofPartner}`),
      target: 1.5,
    },
    {
      name: 'search, administrator',
      ours: ours(searchFor(rareText), admin),
      bare: plain(searchFor(rareText)),
      target: 1.5,
    },
    {
      name: 'search, a partner',
      ours: ours(searchFor(rareTextOfPartner), partner),
      bare: plain(`${searchFor(rareTextOfPartner)}&${ofPartner}`),
      target: 1.5,
    },
    {
      name: 'search that finds one in ninety, administrator',
      ours: ours(searchFor(commonText), admin),
      bare: plain(searchFor(commonText)),
    },
    {
      name: 'last page, administrator',
      ours: ours(lastPage, admin),
      bare: plain(lastPage),
      target: 20,
    },
  ];
}

/** They come last: a day on which tens of thousands of leads were added is no usual one. */
export function createCases({ portal, bare, partner, apiToken }: Setting): RatioCase[] {
  const create = { url: `${bare}/leads`, headers: partner, body: newLead };
  return [
    {
      name: 'create, session',
      ours: { url: `${portal}/api/leads`, headers: partner, body: newLead },
      bare: create,
      target: 0.6,
    },
    {
      name: 'create, API token',
      ours: {
        url: `${portal}/api/v1/leads`,
        headers: { 'x-api-token': apiToken },
        body: newExternalLead,
      },
      bare: create,
      target: 0.6,
    },
  ];
}

export function waitCases({ portal, admin, leads }: Setting): WaitCase[] {
  const list = (query: string): Call => ({
    url: `${portal}/api/leads?limit=10${query}`,
    headers: admin,
  });
  return [
    { name: 'last page, p50 ms', call: list(`&offset=${leads - 10}`), of: 'p50', atMost: 5 },
    { name: 'middle page, p50 ms', call: list(`&offset=${leads / 2}`), of: 'p50', atMost: 5 },
    { name: 'search by two letters, p50 ms', call: list('&search=ad'), of: 'p50', atMost: 50 },
    // By the age of a lead, too.
    { name: 'what reads New, p50 ms', call: list('&status_filter=new'), of: 'p50' },
    {
      name: 'what reads In Progress, p50 ms',
      call: list('&status_filter=in%20progress'),
      of: 'p50',
    },
  ];
}

/**
 * Of each group of statuses that the dashboard counts, with so many leads; beside them, in the same turns,
 * the least that the bare program does: what the machine makes of three short statements.
 */
export function countCases({ portal, bare, admin }: Setting, leads: string): WaitCase[] {
  const counts = statusGroups.map(({ name, statuses }): WaitCase => {
    const group = encodeURIComponent(statuses.join(','));
    const call = { url: `${portal}/api/leads/count?status_group=${group}`, headers: admin };
    return { name: `count of ${name} at ${leads}, p99 ms`, call, of: 'p99', atMost: 5 };
  });
  const nobody = '00000000-0000-0000-0000-000000000000';
  const empty = { url: `${bare}/leads?limit=1&partner_id=${nobody}`, headers: admin };
  const name = `meanwhile the bare program, a page of nothing at ${leads}, p99 ms`;
  return [...counts, { name, call: empty, of: 'p99' }];
}
