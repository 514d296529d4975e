import { expect, test } from 'vitest';
import { backfillStates } from '#contract/crm.ts';
import { refreshEvery } from './crm.api.ts';
import { aCrm } from './crm.fixture.ts';

test.each(backfillStates)(
  'The page is asked for anew more often only while leads are sent: %s',
  (state) => {
    const crm = aCrm({ backfill: { state, done: 1, total: 2, changed: 0 } });
    expect(refreshEvery(crm)).toBe(state === 'running' ? 5_000 : 60_000);
    expect(refreshEvery(undefined)).toBe(60_000);
  },
);
