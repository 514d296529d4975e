import { leadOfPartner, type Setting } from './cases.ts';
import { type Call, oneByOne } from './measure.ts';
import type { Row } from './rows.ts';
import { mustFind } from './totals.ts';

type GrowthCase = {
  name: string;
  call: Call;
  atMost: number;
  /** How many leads it has to find, however many there are. */
  finds?: number;
};

/** What must not take longer because there are more leads. */
export function growthCases(setting: Setting): GrowthCase[] {
  const { portal, admin, partner } = setting;
  const ask = (path: string, headers: Record<string, string>): Call => ({
    url: `${portal}/api/leads${path}`,
    headers,
  });
  const lost = encodeURIComponent('closed lost,unqualified');
  return [
    { name: 'first page, a partner', call: ask('?limit=10', partner), atMost: 2 },
    { name: 'first page, all', call: ask('?limit=10', admin), atMost: 2 },
    {
      name: 'first page, one status',
      call: ask('?limit=10&status_filter=contacted', admin),
      atMost: 2,
    },
    { name: 'count of a group', call: ask(`/count?status_group=${lost}`, admin), atMost: 2 },
    { name: 'search, administrator', call: searchForOne(portal, admin, 4711), atMost: 4, finds: 1 },
    { name: 'search, a partner', call: partnerSearch(setting), atMost: 4, finds: 1 },
  ];
}

function searchForOne(portal: string, headers: Record<string, string>, lead: number): Call {
  const search = encodeURIComponent(`person${lead}@`);
  return { url: `${portal}/api/leads?limit=10&search=${search}`, headers };
}

const partnerSearch = ({ portal, partner }: Setting) =>
  searchForOne(portal, partner, leadOfPartner);

export async function typicalWaits(setting: Setting): Promise<number[]> {
  const waits: number[] = [];
  for (const { call, finds } of growthCases(setting)) {
    if (finds !== undefined) await mustFind(call, finds);
    waits.push(await typicalWait(call));
  }
  return waits;
}

async function typicalWait(call: Call): Promise<number> {
  // As warm with few leads, which come first, as with many: cold, they would make growth look small.
  await oneByOne(call, 300);
  return (await oneByOne(call, 150)).p50;
}

/** How long a partner's search for one lead takes meanwhile. */
export async function partnerSearchWait(setting: Setting): Promise<number> {
  const call = partnerSearch(setting);
  await mustFind(call, 1);
  return typicalWait(call);
}

export function grownRow(name: string, many: number, few: number, atMost: number): Row {
  return { name: `p50 at ${name}`, ours: many / few, unit: 'times', target: atMost, is: 'at most' };
}

export function growthRows(setting: Setting, few: number[], many: number[], from: number): Row[] {
  const sizes = `${shortly(setting.leads)} against ${shortly(from)}`;
  return growthCases(setting).map(({ name, atMost }, i) =>
    grownRow(`${sizes}: ${name}`, many[i] ?? 0, few[i] ?? 1, atMost),
  );
}

/** The exact total of a search that finds every lead grows with them. */
export async function broadRow({ portal, admin }: Setting, leads: number): Promise<Row> {
  const call = { url: `${portal}/api/leads?limit=10&search=firm`, headers: admin };
  await mustFind(call, leads);
  const { p50 } = await oneByOne(call, 5);
  return { name: `search that finds all of ${shortly(leads)}, p50`, ours: p50, unit: 'ms' };
}

export const shortly = (leads: number) =>
  leads >= 1_000_000 ? `${leads / 1_000_000}m` : `${leads / 1000}k`;
