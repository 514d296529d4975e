import { z } from 'zod';
import { crmText } from '#contract/crm-text.ts';
import { HubSpotFault } from './errors.ts';

/** A page of a hundred records with the longest notes is a fifth of it. */
const mostMegabytes = 32;
/** A shorter one is no key of HubSpot's, and might be part of what is answered. */
const shortestKey = 8;

/** Undefined where it is no JSON: what stands in front of HubSpot answers with pages. */
export async function readBody(response: Response, token: string): Promise<unknown> {
  const text = await readText(response);
  // Some calls are answered with nothing.
  if (text === '') return {};
  try {
    return withoutKeyWithin(JSON.parse(text), token);
  } catch {
    return undefined;
  }
}

/** Once it is read: JSON may write any letter as an escape. Not by calls within calls: it may be deep. */
function withoutKeyWithin(answer: unknown, token: string): unknown {
  const whole = [answer];
  const left: object[] = [whole];
  const shown = (value: unknown) => {
    if (typeof value === 'object' && value) left.push(value);
    return typeof value === 'string' ? withoutKey(value, token) : value;
  };
  for (let part = left.pop(); part; part = left.pop()) {
    // By number: the names of millions of values would take gigabytes.
    if (Array.isArray(part)) for (let n = 0; n < part.length; n++) part[n] = shown(part[n]);
    else hideKeyInFields(part as Record<string, unknown>, token, shown);
  }
  return whole[0];
}

function hideKeyInFields(
  part: Record<string, unknown>,
  token: string,
  shown: (value: unknown) => unknown,
): void {
  for (const name of Object.keys(part)) {
    const value = shown(part[name]);
    const shownName = withoutKey(name, token);
    if (shownName === name) part[name] = value;
    else {
      delete part[name];
      addField(part, shownName, value);
    }
  }
}

/** A name that is there already keeps what it holds; `__proto__` is a name like any other. */
function addField(part: object, name: string, value: unknown): void {
  if (Object.hasOwn(part, name)) return;
  Object.defineProperty(part, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return new TextDecoder().decode(Buffer.concat(chunks));
    bytes += value.byteLength;
    chunks.push(value);
    if (bytes <= mostMegabytes * 1024 * 1024) continue;
    await reader?.cancel();
    throw new HubSpotFault('unreachable', crmText.faults.tooLarge(mostMegabytes));
  }
}

/** Whatever repeats the key: it is neither kept nor shown nor logged. */
export function withoutKey(text: string, token: string): string {
  // Nothing is kept or shown with NUL: without it, the key might come together again.
  const plain = text.replaceAll('\0', '');
  return token.length < shortestKey ? plain : plain.replaceAll(token, crmText.faults.hiddenKey);
}

const filled = z.string().min(1);
const ownError = z
  .looseObject({ message: filled })
  .and(
    z.union([
      z.looseObject({ status: z.literal('error') }),
      z.looseObject({ category: filled }),
      z.looseObject({ correlationId: filled }),
    ]),
  );

/** Proxies and other servers refuse, too, and know nothing of what was sent. */
export function isHubSpotsError(body: unknown): boolean {
  return ownError.safeParse(body).success;
}
