import type { Locator } from '@playwright/test';
import { type Portal, startPortal } from './portal.ts';
import { test } from './test.ts';

/** Tests that look at the demo's leads, in a portal of their own. */
export const demo = test.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: the test tool reads the dependencies from it
    async ({}, use) => {
      const portal = await startPortal({}, ['--demo']);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export async function middleOf(target: Locator): Promise<number> {
  const { y, height } = await boxOf(target);
  return y + height / 2;
}

export async function heightOf(target: Locator): Promise<number> {
  return (await boxOf(target)).height;
}

export async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
}
