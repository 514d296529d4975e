import type { Setting } from './cases.ts';
import { type Call, oneByOne } from './measure.ts';
import type { Row } from './report.ts';

type Case = { name: string; call: Call; atMost: number };

/** What must not take longer because there are more leads; the search finds one lead in any number. */
function growthCases({ portal, admin, partner }: Setting): Case[] {
  const ask = (path: string, headers: Record<string, string>): Call => ({
    url: `${portal}/api/leads${path}`,
    headers,
  });
  const lost = encodeURIComponent('closed lost,unqualified');
  const one = encodeURIComponent('person4711@');
  return [
    { name: 'first page, a partner', call: ask('?limit=10', partner), atMost: 2 },
    { name: 'first page, all', call: ask('?limit=10', admin), atMost: 2 },
    {
      name: 'first page, one status',
      call: ask('?limit=10&status_filter=contacted', admin),
      atMost: 2,
    },
    { name: 'count of a group', call: ask(`/count?status_group=${lost}`, admin), atMost: 2 },
    { name: 'search, administrator', call: ask(`?limit=10&search=${one}`, admin), atMost: 4 },
    { name: 'search, a partner', call: ask(`?limit=10&search=${one}`, partner), atMost: 4 },
  ];
}

export async function typicalWaits(setting: Setting): Promise<number[]> {
  const waits: number[] = [];
  for (const { call } of growthCases(setting)) {
    await oneByOne(call, 20);
    waits.push((await oneByOne(call, 150)).p50);
  }
  return waits;
}

export function growthRows(setting: Setting, few: number[], many: number[], from: number): Row[] {
  return growthCases(setting).map(({ name, atMost }, i) => ({
    name: `p50 at ${shortly(setting.leads)} against ${shortly(from)}: ${name}`,
    ours: (many[i] ?? 0) / (few[i] ?? 1),
    unit: 'times',
    target: atMost,
    is: 'at most',
  }));
}

const shortly = (leads: number) =>
  leads >= 1_000_000 ? `${leads / 1_000_000}m` : `${leads / 1000}k`;
