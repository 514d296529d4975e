import { ask } from '../ask.ts';
import type { Call } from './measure.ts';

/** The bench would measure something else than it says: it ends with this sentence. */
export class NotAsClaimed extends Error {}

export async function mustFind({ url, headers }: Call, leads: number): Promise<void> {
  const { status, body } = await ask(url, { headers });
  if (status !== 200) throw new Error(`${url} answered ${status}`);
  const { total } = JSON.parse(body.toString());
  if (total === leads) return;
  throw new NotAsClaimed(
    `${decodeURIComponent(url)} finds ${total} leads, and ${leads} are claimed: what it would measure is something else.`,
  );
}
