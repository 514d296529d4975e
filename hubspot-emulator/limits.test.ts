import { expect, test } from 'vitest';
import { createTestEmulator } from './testing.ts';

const page = '/crm/v3/objects/deals';

test('a call too many in ten seconds is refused until the first ones are ten seconds old', async () => {
  const hubspot = createTestEmulator({ limits: { tenSecondly: 3 } });
  const statuses: number[] = [];
  for (let calls = 0; calls < 4; calls++) {
    statuses.push((await hubspot.ask('GET', page)).status);
    hubspot.passTime(1000);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  hubspot.passTime(5999);
  expect((await hubspot.ask('GET', page)).status).toBe(429);
  hubspot.passTime(1);
  const answer = await hubspot.ask('GET', page);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'x-hubspot-ratelimit-max': '3',
    'x-hubspot-ratelimit-remaining': '0',
    'x-hubspot-ratelimit-interval-milliseconds': '10000',
  });
});

test('a refusal has the body of a limit and names its policy', async () => {
  const hubspot = createTestEmulator({ limits: { tenSecondly: 1 } });
  await hubspot.ask('GET', page);
  const { body } = await hubspot.ask('GET', page);
  expect(body).toEqual({
    status: 'error',
    message: 'You have reached your ten_secondly_rolling limit.',
    errorType: 'RATE_LIMIT',
    correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    policyName: 'TEN_SECONDLY_ROLLING',
  });
});

test('a day’s calls come back at midnight', async () => {
  const hubspot = createTestEmulator({ limits: { daily: 1 } });
  const first = await hubspot.ask('GET', page);
  expect(first.headers['x-hubspot-ratelimit-daily-remaining']).toBe('0');
  const second = await hubspot.ask('GET', page);
  expect(second.body).toMatchObject({ policyName: 'DAILY' });
  hubspot.passTime(16 * 3_600_000);
  expect((await hubspot.ask('GET', page)).status).toBe(200);
});

test('searches have a limit of their own and say nothing of what is left', async () => {
  const hubspot = createTestEmulator({ limits: { searchSecondly: 2 } });
  const search = () => hubspot.ask('POST', `${page}/search`, {});
  const first = await search();
  expect(Object.keys(first.headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
  await search();
  const refused = await search();
  expect(refused.body).toMatchObject({
    policyName: 'SECONDLY',
    message: 'You have reached your secondly limit.',
  });
  expect((await hubspot.ask('GET', page)).status).toBe(200);
  hubspot.passTime(1000);
  expect((await search()).status).toBe(200);
});
