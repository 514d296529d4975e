import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { route, working } from './http.ts';
import { errorText } from './protocol.ts';

export const operationRoutes = {
  openapi: route({
    ...endpoints.openapi,
    summary: 'This description',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: { too_many: [errorText.rateLimit] },
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
