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
    return JSON.parse(withoutKey(inOneSpelling(text), token));
  } catch {
    return undefined;
  }
}

/** JSON may write any letter as an escape, and the key that is written so would not be found. */
function inOneSpelling(json: string): string {
  return json.includes('\\') ? JSON.stringify(JSON.parse(json)) : json;
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
  return token.length < shortestKey ? text : text.replaceAll(token, crmText.faults.hiddenKey);
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
