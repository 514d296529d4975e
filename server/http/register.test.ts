import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Route } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import { type Guards, registrar } from './register.ts';

test('Every route that answers with a file is watched as a download, and no other', () => {
  const app = fastify({ exposeHeadRoutes: false });
  const watched: string[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isDownload) watched.push(`${method} ${url}`);
  });
  const register = registrar(app, {} as Guards);
  const all: Route[] = Object.values(routes);
  for (const route of all) register(route, async () => undefined);
  const downloads = all.filter(({ download }) => download);
  expect(downloads.length).toBeGreaterThan(0);
  expect(watched).toEqual(downloads.map(({ method, path }) => `${method} ${path}`));
});
