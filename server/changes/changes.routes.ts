import { routes } from '#contract/routes.ts';
import { beginEventStream, eventStreamOf } from '#server/http/event-stream.ts';
import { bearerToken, type Register } from '#server/http/register.ts';
import { tokenHash } from '#server/lib/random-token.ts';
import type { Changes } from './changes.ts';

export function changeRoutes(register: Register, changes: Changes): void {
  register(routes.streamChanges, async ({ caller, query, request, reply, closed }) => {
    const stream = {
      userId: caller.id,
      isAdmin: caller.role === 'admin',
      since: changes.seenAt(query.since),
      tokenHash: tokenHash(bearerToken(request) ?? ''),
      ...eventStreamOf(reply),
    };
    await changes.add(stream);
    reply.raw.once('close', () => changes.remove(stream));
    // Whoever has left meanwhile is not heard to leave.
    if (closed.aborted) changes.remove(stream);
    beginEventStream(request, reply);
    await changes.catchUp(stream);
    return undefined;
  });
}
