import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';

/** A stream of changes as a browser reads it, over a real connection. */
export type ChangeStream = {
  status: number;
  headers: Headers;
  /** What has been told, one word a message, since it was last taken. */
  take(): string[];
  /** Until all of these have been told, whatever else has; takes them. */
  hears(...kinds: string[]): Promise<void>;
  heartbeats(): number;
  isOver(): boolean;
  close(): void;
};

export async function addressOf(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** `since` is the mark of a page that has asked for its data. */
export async function openStream(
  app: FastifyInstance,
  token: string,
  since?: string,
): Promise<ChangeStream> {
  const leaving = new AbortController();
  const path = `${endpoints.streamChanges.path}${since ? `?since=${since}` : ''}`;
  const response = await fetch(`${await addressOf(app)}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  let text = '';
  let over = false;
  let heartbeats = 0;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const more = decoder.decode(chunk, { stream: true });
      heartbeats += more.split(': still here\n\n').length - 1;
      text += more;
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  const told = () =>
    [...text.matchAll(/^event: changed\ndata: (.*)\n\n/gm)].map(([, data]) => data);
  const kindsTold = () => told().map((data) => JSON.parse(data ?? '').of as string);
  const take = () => {
    const kinds = kindsTold();
    text = '';
    return kinds;
  };
  return {
    status: response.status,
    headers: response.headers,
    take,
    hears: async (...kinds) => {
      await vi.waitFor(() => expect(kindsTold()).toEqual(expect.arrayContaining(kinds)), 10_000);
      take();
    },
    heartbeats: () => heartbeats,
    isOver: () => over,
    close: () => leaving.abort(),
  };
}
