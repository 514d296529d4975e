import { z } from 'zod';
import { diskAnswer } from './disk.ts';
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
