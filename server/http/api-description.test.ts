import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ env: { RATE_LIMIT_API_DESCRIPTION: '3' } });
});
afterAll(() => portal.close());

let addresses = 0;
const newAddress = () => `10.1.0.${++addresses}`;
const ask = (remoteAddress: string, encoding?: string) =>
  portal.app.inject({
    url: routes.openapi.path,
    remoteAddress,
    headers: { ...(encoding && { 'accept-encoding': encoding }) },
  });

test.each(['gzip', 'br, gzip', 'gzip;q=0.5', 'deflate, GZIP'])(
  'Whoever accepts %s gets the API description packed',
  async (encoding) => {
    const answer = await ask(newAddress(), encoding);
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toHaveProperty('paths');
  },
);

test.each([
  undefined,
  'br',
  'gzip;q=0',
  'gzip; q=0.0, br',
  'identity',
  '*',
  'x-gzip',
  'br;q=1, *;q=0.1',
])('Whoever accepts %s gets it plain', async (encoding) => {
  const answer = await ask(newAddress(), encoding);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  expect(answer.json()).toHaveProperty('paths');
});

test('However often it is asked for, it is written and packed no more', async () => {
  await ask(newAddress(), 'gzip');
  const written = vi.spyOn(JSON, 'stringify');
  const answer = await ask(newAddress(), 'gzip');
  expect(answer.statusCode).toBe(200);
  const long = written.mock.results.filter(({ value }) => String(value).length > 10_000);
  written.mockRestore();
  expect(long).toEqual([]);
});

test('An address that asks for it too often is told to wait, and no other', async () => {
  const address = newAddress();
  for (const _ of [1, 2, 3]) expect((await ask(address)).statusCode).toBe(200);
  const refused = await ask(address);
  expect([refused.statusCode, refused.json()]).toEqual([429, { error: 'Rate limit exceeded' }]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(newAddress())).statusCode).toBe(200);
});

test('An address counts by its network, however its host part is written', async () => {
  for (const host of ['1', '2', '3'])
    expect((await ask(`2001:db8:1:1::${host}`)).statusCode).toBe(200);
  expect((await ask('2001:db8:1:1::4')).statusCode).toBe(429);
  expect((await ask('2001:db8:1:2::1')).statusCode).toBe(200);
});

test('Other calls that anyone may make are not counted against the address', async () => {
  const address = newAddress();
  for (const _ of Array(5)) {
    const { statusCode } = await portal.app.inject({
      url: routes.health.path,
      remoteAddress: address,
    });
    expect(statusCode).toBe(200);
  }
});
