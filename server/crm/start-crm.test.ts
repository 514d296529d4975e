import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmBench, crmBench } from '#test/crm.ts';
import { startCrm } from './start-crm.ts';

const log = pino({ level: 'silent' });

let bench: CrmBench;
beforeAll(async () => {
  bench = await crmBench();
});
afterAll(() => bench.close());

const kindOfFault = async () => {
  const [row] = await bench.db.query<{ kind: string | null }>(sql`
    select fault->>'kind' as kind from crm`);
  return row?.kind;
};

test('A key that is refused at the start is told though there is nothing to send, and not once it is taken', async () => {
  const { db, context, control, emulator } = bench;
  const config = readConfig({
    HUBSPOT_ACCESS_TOKEN: emulator.key,
    HUBSPOT_BASE_URL: emulator.url,
  });
  control.setKey({ status: 'revoked' });
  const stop = await startCrm({ db, config, clock: context.clock }, log);
  try {
    await expect.poll(kindOfFault).toBe('key_refused');
    control.setKey({ status: 'active' });
    await db.query(sql`update crm set probe_at = now() - interval '1 s'`);
    await expect.poll(kindOfFault).toBe(null);
  } finally {
    await stop();
  }
});
