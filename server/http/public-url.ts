import type { AddressInfo } from 'node:net';
import type { Config } from '#server/config.ts';

type Bound = AddressInfo | string | null;

/** The address users see. A port that the system chose is known only once the portal listens. */
export function publicUrlOf(
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  bound: Bound,
): string {
  if (port !== 0 || !bound || typeof bound === 'string') return publicUrl;
  return publicUrl.replace(/:0$/, `:${bound.port}`);
}

/** What a start says of where the portal is: also where it listens, if users see something else. */
export function addressLines(
  config: Pick<Config, 'publicUrl' | 'port'>,
  bound: AddressInfo,
): string[] {
  const shown = publicUrlOf(config, bound);
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  const listening = `http://${host}:${bound.port}`;
  const ready = `The Partner Portal is ready: ${shown}`;
  return shown === listening ? [ready] : [ready, `It listens on ${listening}`];
}
