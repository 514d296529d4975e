import { expect, test, vi } from 'vitest';

/** The counter lives in the module, so each test takes a module of its own. */
async function freshModule() {
  vi.resetModules();
  return import('./uuid.ts');
}

const noon = Date.parse('2026-03-10T12:00:00.123Z');
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('An id is a UUID of version 7 and of the RFC’s variant', async () => {
  const { uuidv7, isUuid } = await freshModule();
  for (let i = 0; i < 5_000; i++) {
    const id = uuidv7(noon);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(isUuid(id)).toBe(true);
  }
});

test('An id begins with the millisecond it was made in', async () => {
  const { uuidv7 } = await freshModule();
  expect(timeOf(uuidv7(noon))).toBe(noon);
  expect(timeOf(uuidv7(noon + 5))).toBe(noon + 5);
  const before = Date.now();
  expect(timeOf((await freshModule()).uuidv7())).toBeGreaterThanOrEqual(before);
});

test('Ids made in one millisecond are in order and all different', async () => {
  const { uuidv7 } = await freshModule();
  const ids = Array.from({ length: 10_000 }, () => uuidv7(noon));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('A clock that is set back does not bring ids out of order', async () => {
  const { uuidv7 } = await freshModule();
  const ids = [noon, noon - 60_000, noon - 1, noon, noon + 1].map((now) => uuidv7(now));
  expect(ids).toEqual([...ids].sort());
});

test('Ids of two processes in one millisecond differ', async () => {
  const [one, other] = [await freshModule(), await freshModule()];
  const ids = Array.from({ length: 500 }, () => [one.uuidv7(noon), other.uuidv7(noon)]).flat();
  expect(new Set(ids).size).toBe(1_000);
});

test.each([
  ['0192aaaa-0000-7000-8000-000000000000', true],
  ['0192AAAA-0000-7000-8000-00000000000F', true],
  ['0192aaaa-0000-7000-8000-00000000000', false],
  ['0192aaaa-0000-7000-8000-0000000000000', false],
  ['0192aaaa00007000800000000000000f', false],
  ['{0192aaaa-0000-7000-8000-000000000000}', false],
  ['0192aaaa-0000-7000-8000-00000000000g', false],
  ['0192aaaa-0000-7000-8000-000000000000\n', false],
  ['', false],
])('isUuid of %j is %s', async (text, expected) => {
  expect((await freshModule()).isUuid(text)).toBe(expected);
});
