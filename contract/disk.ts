import { z } from 'zod';

/** The file system of the embedded database; null where the portal uses a database of its operator's. */
export const diskAnswer = z.object({
  disk: z
    .object({ free_bytes: z.number(), reserve_bytes: z.number(), low: z.boolean() })
    .nullable(),
});
