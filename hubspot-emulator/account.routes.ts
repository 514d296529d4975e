import type { FastifyInstance } from 'fastify';
import type { Emulator } from './emulator.ts';
import { usedToday } from './limits.ts';
import { isoTime } from './world.ts';

export function addAccountRoutes(app: FastifyInstance, emulator: Emulator, base: string) {
  const { world, limits } = emulator;

  app.get(`${base}/details`, async () => ({
    portalId: world.portalId,
    accountType: 'DEVELOPER_TEST',
    timeZone: 'UTC',
    companyCurrency: 'EUR',
    additionalCurrencies: [],
    utcOffset: '+00:00',
    utcOffsetMilliseconds: 0,
    uiDomain: 'app.hubspot.com',
    dataHostingLocation: 'eu1',
  }));

  app.get(`${base}/api-usage/daily/private-apps`, async () => {
    const now = world.now();
    const [key] = emulator.keys;
    const usage = {
      name: 'Private apps API calls daily',
      usageLimit: limits.settings.daily,
      currentUsage: usedToday(limits, key?.token ?? '', now),
      collectedAt: isoTime(now),
      fetchStatus: 'SUCCESS',
      resetsAt: isoTime((Math.floor(now / 86_400_000) + 1) * 86_400_000),
    };
    return { results: [usage] };
  });
}
