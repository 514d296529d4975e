import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';

/** Where the build puts the web app, seen from the built server and from its sources. */
const places = ['../web/', '../../dist/web/'];

export function builtWebApp(): string | undefined {
  return places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(`${folder}/index.html`) && existsSync(`${folder}/assets`));
}

/** Unknown /api paths are a JSON 404; every other path is the web app. */
export async function serveWebApp(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: ['index.html'],
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheRule(path));
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // /api itself is a page of the web app.
    const isPage = isRead && !path.startsWith('/api/') && !path.startsWith('/assets/');
    if (!folder || !isPage) throw new AppError('not_found', errorText.unknownPath);
    // Not returned: each promise that waits for a reply listens to it, and here they are many.
    reply.sendFile('index.html');
  });
}

/** Names under assets/ carry a hash of their content; everything else may change at any time. */
function cacheRule(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
