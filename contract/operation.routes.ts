import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { route, working } from './http.ts';
import { errorText } from './protocol.ts';

/** The file system of the embedded database; null where the portal uses a database of its operator's. */
const diskAnswer = z.object({
  disk: z
    .object({ free_bytes: z.number(), reserve_bytes: z.number(), low: z.boolean() })
    .nullable(),
});

export const operationRoutes = {
  openapi: route({
    ...endpoints.openapi,
    summary: 'This description',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: { too_many: [errorText.rateLimit] },
  }),
  getDisk: route({
    ...endpoints.getDisk,
    summary: 'How much space the embedded database has left; null with another database',
    status: 200,
    response: diskAnswer,
    errors: {},
  }),
  health: route({
    ...endpoints.health,
    summary: 'The process is alive',
    status: 200,
    response: working,
    errors: {},
  }),
  readiness: route({
    ...endpoints.readiness,
    summary: 'The database answers and its migrations are in',
    status: 200,
    response: working,
    errors: {},
  }),
};
