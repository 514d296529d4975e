import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportText } from '#contract/export-text.ts';
import type { RequestOf } from '#contract/http.ts';
import { uploadColumns } from '#contract/imports.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, filePayload, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { exportLeads, withExportSlot } from './export.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

type Query = RequestOf<typeof routes.exportLeads>['query'];
const fields = [...uploadColumns.required, ...uploadColumns.optional];

/** Bytes, which an answer as text would lose. */
async function exported(caller: SignedIn, query: Query) {
  const address = new URLSearchParams(query as Record<string, string>);
  const { rawPayload, headers, statusCode } = await portal.app.inject({
    url: `/api/leads/export?${address}`,
    headers: { authorization: `Bearer ${caller.token}`, 'accept-encoding': 'gzip' },
  });
  return { bytes: rawPayload, headers, status: statusCode };
}

const linesOf = (bytes: Buffer) => bytes.toString().replace('\uFEFF', '').trimEnd().split('\r\n');
const companiesOf = async (caller: SignedIn, query: Partial<Query> = {}) => {
  const { bytes } = await exported(caller, { format: 'csv', ...query } as Query);
  return linesOf(bytes)
    .slice(1)
    .map((line) => line.split(',')[0]);
};

/** Texts that a spreadsheet program, a reader of CSV or an upload might take for something else. */
const awkward = [
  ...['=1+1', '-5', '+49 30', '@x', "'quoted", "'=1+1", "''=1+1", "'", "''", "'-", '=', "='x'"],
  ...['＝1+1', '＋49 30', '－5', '＠x', "'＝1+1", "''＠x", 'a＝b'],
  ...['|x', "'|x", "''|x", '|'],
  ...['a\nb', 'a\r\nb', '\ra', 'a,b', 'a;b', 'a|b', 'a\tb', '"', '""a""', 'a"b', "a'b"],
  ...['مرحبا', '\u202eabc', '😀 👩‍👩‍👧', 'e\u0301', 'Ÿ', '_x0041_', '007', 'TRUE', '#N/A'],
  ...['<b>&amp;</b>', '%', '\\N', '\\', '2026-11-15', 'sep=;', '\u00a0x', 'x'.repeat(200)],
];

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
describe.each(['csv', 'xlsx'] as const)('An export as %s', (format) => {
  test('is uploaded again unasked, and every field of every lead comes back', async () => {
    const [owner, next] = [await portal.asPartner(), await portal.asPartner()];
    for (const [n, text] of awkward.entries()) {
      await addLead(owner, {
        company_name: text,
        first_name: text,
        last_name: `${text.slice(0, 190)}${n}`,
        email: `p${n}@acme.example`,
        phone_number: awkward[(n + 1) % awkward.length] ?? '',
        website: text,
        title: text,
        country: awkward[(n + 2) % awkward.length] ?? '',
      });
    }
    const { bytes } = await exported(owner, { format });
    const file = filePayload(bytes, { name: `leads.${format}` });
    const check = (await next.call(routes.checkUpload, { file })).body;
    expect(check).toMatchObject({
      ...{ columns_by: 'names', missing: [], problems: [], bad_rows: 0, duplicate_rows: 0 },
      rows: awkward.length,
    });
    expect(check.columns.slice(0, fields.length).map(({ field }) => field)).toEqual(fields);
    const others = check.columns.slice(fields.length);
    expect(others.filter(({ field, proposed }) => field || proposed)).toEqual([]);
    expect((await next.call(routes.uploadLeads, { file })).body.count).toBe(awkward.length);
    expect(await leadsOf(next)).toEqual(await leadsOf(owner));
  });

  test('says what it is, and is never kept on its way', async () => {
    const { headers, status, bytes } = await exported(await portal.asPartner(), { format });
    const today = portal.clock.now().toISOString().slice(0, 10);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': types[format],
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename*=UTF-8''leads-${today}.${format}`,
      'cache-control': 'no-store',
      'content-length': String(bytes.length),
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('has its titles where it has no leads', async () => {
    const { bytes } = await exported(await portal.asPartner(), { format });
    const file = filePayload(bytes, { name: `leads.${format}` });
    const { body } = await (await portal.asPartner()).call(routes.checkUpload, { file });
    expect(body.error).toBe('The file has no leads: add at least one row below the header row');
  });
});

async function leadsOf(caller: SignedIn) {
  const { leads } = (await caller.call(routes.listLeads, { query: { limit: 100 } })).body;
  const told = leads.map((lead) => Object.fromEntries(fields.map((name) => [name, lead[name]])));
  return told.sort((a, b) => String(a.email).localeCompare(String(b.email)));
}

describe('What is exported', () => {
  const title = [
    ...fields,
    ...['address', 'city', 'state', 'zip', 'notes', 'status', 'source', 'submitted_at', 'id'],
  ];

  test('A partner gets their own leads alone, whoever they ask for', async () => {
    const [partner, other] = [await portal.asPartner('One'), await portal.asPartner('Other')];
    await addLead(partner, { company_name: 'Own' });
    await addLead(other, { company_name: 'Foreign' });
    for (const partner_id of [undefined, other.user.id, 'all', 'unknown']) {
      expect(await companiesOf(partner, partner_id ? { partner_id } : {})).toEqual(['Own']);
    }
    const { bytes } = await exported(partner, { format: 'csv' });
    expect(linesOf(bytes)[0]).toBe(title.join(','));
  });

  test('An administrator gets everybody’s, and is told whose each is', async () => {
    const partner = await portal.asPartner('Pat Whose');
    const lead = await addLead(partner, { company_name: 'Told' });
    const { bytes } = await exported(admin, { format: 'csv', partner_id: partner.user.id });
    expect(linesOf(bytes)).toEqual([
      title.toSpliced(title.indexOf('submitted_at'), 0, 'partner').join(','),
      `Told,Ada,Lovelace,ada@acme.example,'+44 20 7946 0000,,,,,,,,,New,form,Pat Whose,${lead.created_at},${lead.id}`,
    ]);
    expect((await companiesOf(admin)).length).toBeGreaterThan(1);
  });

  test('It is what the list shows, in its order', async () => {
    const partner = await portal.asPartner();
    for (const company_name of ['Beta', 'alpha', 'Gamma', 'Alphabet']) {
      await addLead(partner, { company_name, country: company_name === 'Gamma' ? 'UK' : 'FR' });
    }
    expect(await companiesOf(partner, { sort: 'company_name' })).toEqual([
      'alpha',
      'Alphabet',
      'Beta',
      'Gamma',
    ]);
    expect(await companiesOf(partner, { search: 'ALPHA', sort: '-company_name' })).toEqual([
      'Alphabet',
      'alpha',
    ]);
    expect(await companiesOf(partner, { country: 'uk' })).toEqual(['Gamma']);
  });

  test('Deleted leads are exported to administrators alone', async () => {
    const partner = await portal.asPartner();
    const refused = await exported(partner, { format: 'csv', deleted: 'true' });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.bytes.toString())).toEqual({ error: 'Insufficient permissions' });
    expect((await exported(admin, { format: 'csv', deleted: 'true' })).status).toBe(200);
  });

  test('More leads than a sheet of Excel holds are refused before the first is read', async () => {
    const partner = await portal.asPartner();
    // The counters are what is asked: a million leads would take minutes to add.
    await portal.db.queryOnce(sql`
      insert into lead_counts (partner_id, status_key, count)
      values (${partner.user.id}, 'new', 1048576)`);
    const { status, bytes } = await exported(partner, { format: 'xlsx' });
    expect(status).toBe(413);
    expect(bytes.toString()).toContain('A sheet of Excel has room for 1,048,575 leads');
    expect((await exported(partner, { format: 'csv' })).status).toBe(200);
  });
});

describe('While an export is taken', () => {
  const many = 15_000;
  let partner: SignedIn;
  beforeAll(async () => {
    partner = await portal.asPartner();
    await portal.db.queryOnce(sql`
      insert into leads (id, partner_id, company_name, company_key, status_key, search_text, source,
        notes, created_at)
      select gen_random_uuid(), ${partner.user.id}::uuid, 'Firm ' || n, 'firm ' || n, 'new', '',
        'form', repeat('x', 1_700), now()
      from generate_series(1, ${many}::int) n`);
  });

  /** How many rows of the cursor the database has given out, and what the connection does. */
  const cursors = async () =>
    portal.db.queryOnce<{ state: string }>(sql`
      select state from pg_stat_activity
      where query like 'fetch forward%' and state <> 'idle' and datname = current_database()`);

  function start(
    take: Writable['_write'],
    { signal = new AbortController().signal, format = 'csv' as 'csv' | 'xlsx' } = {},
  ) {
    const out = new Writable({ write: take, highWaterMark: 1024 });
    const whose = { partner: partner.user.id };
    const reader = { role: 'partner', now: portal.clock.now() } as const;
    const ended = exportLeads(portal.db, whose, { format }, reader, { open: () => out, signal });
    ended.catch(() => {});
    return { out, ended };
  }

  test.each(['csv', 'xlsx'] as const)(
    'nothing is read ahead of a %s reader who has stopped',
    async (format) => {
      let bytes = 0;
      const stop: Writable['_write'] = (chunk) => {
        bytes += chunk.length;
      };
      const { out, ended } = start(stop, { format });
      await expect.poll(() => bytes).toBeGreaterThan(0);
      await expect.poll(cursors).toEqual([{ state: 'idle in transaction' }]);
      // 15,000 leads are 27 MB: what was written is one piece, and what waits another.
      expect(bytes + out.writableLength).toBeLessThan(200_000);
      out.destroy();
      await expect(ended).rejects.toThrow();
      expect(await cursors()).toEqual([]);
    },
  );

  test('a caller who goes away frees the connection', async () => {
    const ending = new AbortController();
    const goAway: Writable['_write'] = (_chunk, _encoding, done) => {
      ending.abort(new Error('gone'));
      done();
    };
    const { out, ended } = start(goAway, { signal: ending.signal });
    await expect(ended).rejects.toThrow('gone');
    expect(out.destroyed).toBe(true);
    expect(await cursors()).toEqual([]);
  });

  test('one that takes longer than ten minutes is given up with its own sentence', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const { out, ended } = start((_chunk, _encoding, done) => {
      late.abort();
      done();
    });
    expect(timeout).toHaveBeenCalledWith(10 * 60 * 1000);
    timeout.mockRestore();
    await expect(ended).rejects.toMatchObject({
      code: 'unavailable',
      message: exportText.tooLong,
    });
    expect(out.destroyed).toBe(true);
    expect(await cursors()).toEqual([]);
  });

  test('leads that are added or deleted meanwhile change nothing in it', async () => {
    let text = '';
    let changed: Promise<unknown> | undefined;
    const { ended } = start((chunk, _encoding, done) => {
      text += chunk;
      changed ??= portal.db.queryOnce(sql`
        delete from leads where partner_id = ${partner.user.id} and company_key < 'firm 2'`);
      changed.then(() => done(), done);
    });
    await ended;
    expect(text.trimEnd().split('\r\n')).toHaveLength(many + 1);
  });
});

describe('Exports at once', () => {
  /** Work that goes on until it is told to end. */
  function working(callerId: string, signal = new AbortController().signal) {
    let end = () => {};
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const ended = withExportSlot(callerId, signal, () => {
      begin();
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    return { begun, ended, end: () => end() };
  }

  test('are one of a caller, three of all; the next waits', async () => {
    const [first, second] = [working('a'), working('a')];
    await first.begun;
    const others = [working('b'), working('c')];
    await Promise.all(others.map(({ begun }) => begun));
    const fourth = working('d');
    first.end();
    // Whoever comes alone goes before the second of a caller.
    await fourth.begun;
    fourth.end();
    await second.begun;
    for (const each of [second, ...others]) each.end();
    await Promise.all([second, ...others].map(({ ended }) => ended));
  });

  test('a caller’s second is refused after ten seconds of waiting for their first', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const first = working('a');
      await first.begun;
      const second = working('a').ended.catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(9_999);
      expect(await Promise.race([second, 'waits'])).toBe('waits');
      await vi.advanceTimersByTimeAsync(1);
      expect(await second).toMatchObject({
        code: 'too_many',
        message: exportText.another,
        headers: { 'retry-after': 10 },
      });
      first.end();
      await first.ended;
    } finally {
      vi.useRealTimers();
    }
  });

  test('one that waits is given up when its caller goes', async () => {
    const busy = [working('a'), working('b'), working('e')];
    await Promise.all(busy.map(({ begun }) => begun));
    const gone = new AbortController();
    const waiting = working('c', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting.ended).rejects.toThrow('gone');
    for (const each of busy) each.end();
  });
});
