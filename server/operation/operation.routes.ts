import { errorText } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import { newestVersion } from '#server/db/migrate.queries.ts';
import { createDescriptionSender } from '#server/http/api-description.ts';
import type { Register } from '#server/http/register.ts';

/** What those who run the portal, and those who build on it, ask it. */
export function operationRoutes(
  register: Register,
  { db, disk }: AppContext,
  { api, schemaVersion }: { api: () => Record<string, unknown>; schemaVersion: number },
): void {
  const sendDescription = createDescriptionSender(api);
  register(routes.openapi, async ({ request, reply }) => sendDescription(request, reply));

  register(routes.getDisk, async () => ({ disk: (await disk?.()) ?? null }));

  register(routes.health, async () => ({ status: 'ok' as const }));

  register(routes.readiness, async () => {
    try {
      const { rows } = await db.ping<{ version: number }>(newestVersion);
      if (rows[0]?.version !== schemaVersion) throw new Error('Migrations are missing');
    } catch (cause) {
      throw new AppError('unavailable', errorText.unavailable, {
        headers: { 'retry-after': 5 },
        cause,
      });
    }
    return { status: 'ok' as const };
  });
}
