import { z } from 'zod';
import { optional, wholeNumber } from './fields.ts';
import { defaultPageSize, maxPageSize } from './limits.ts';

/** What every list of a partner's records is asked with. */
export const pageQuery = z.object({
  limit: wholeNumber('limit', 1, maxPageSize).default(defaultPageSize),
  offset: wholeNumber('offset', 0, Number.MAX_SAFE_INTEGER).default(0),
});
export const badLimit = `limit must be a whole number from 1 to ${maxPageSize}`;

export const searchText = optional('Search').describe('a part of a name, in any case');

/** For administrators alone, so only they are told what is wrong with it: others are not heard. */
export const partnerFilter = z
  .unknown()
  .optional()
  .meta({ type: 'string', description: 'a partner’s id; only an administrator’s is heard' });
