import { asCase, asWait, type RatioCase, type Setting, type WaitCase, waitCases } from './cases.ts';
import { inTurns, oneByOne, type Rounds, sideBySide } from './measure.ts';
import type { Case, Row } from './rows.ts';
import type { Part } from './told.ts';

function single(name: string, row: Case, measure: () => Promise<Pick<Row, 'ours' | 'bare'>>): Part {
  return { name, cases: [row], measure: async () => [{ ...row, ...(await measure()) }] };
}

export function compared(each: RatioCase, rounds: Rounds): Part {
  const { ours, bare } = each;
  return single(each.name, asCase(each), async () => {
    const measured = await sideBySide({ ours, bare }, rounds);
    return { ours: measured.ours.perSecond, bare: measured.bare.perSecond };
  });
}

export async function waited(cases: WaitCase[], times: number): Promise<Row[]> {
  // As many that do not count: those of a portal that has just begun are still being compiled.
  await inTurns(cases, times);
  const measured = await inTurns(cases, times);
  return measured.map((one) => ({ ...asWait(one), ours: one[one.of] }));
}

export function pages(setting: Setting): Part {
  const cases = waitCases(setting);
  return { name: 'pages', cases: cases.map(asWait), measure: () => waited(cases, 200) };
}

export function statusBesideAll({ portal: url, admin: headers }: Setting, rounds: Rounds): Part {
  const all = { url: `${url}/api/leads?limit=10`, headers };
  const status = { url: `${all.url}&status_filter=contacted`, headers };
  const row: Case = {
    name: 'one status, administrator',
    unit: '/s',
    isRatio: true,
    beside: 'the unfiltered list',
    // As fast, but for what two rounds of the same differ by.
    target: 0.9,
    is: 'at least',
    isOurTarget: true,
  };
  return single('one status', row, async () => {
    const measured = await sideBySide({ status, all }, rounds);
    return { ours: measured.status.perSecond, bare: measured.all.perSecond };
  });
}

export function session({ portal: url, partner: headers }: Setting, rounds: Rounds): Part {
  const row: Case = {
    name: 'GET /api/me',
    unit: '/s',
    target: 4_000,
    is: 'at least',
    isPaced: true,
  };
  return single('session', row, async () => {
    const { me } = await sideBySide({ me: { url: `${url}/api/me`, headers } }, rounds);
    return { ours: me.perSecond };
  });
}

export function sizeOfAnswer({ portal: url, partner: headers }: Setting): Part {
  const row: Case = { name: '10 rows', unit: 'kB', target: 10, is: 'at most' };
  return single('an answer', row, async () => {
    const { bytes } = await oneByOne({ url: `${url}/api/leads?limit=10`, headers }, 1);
    return { ours: bytes / 1000 };
  });
}
