import { z } from 'zod';
import { optional, wholeNumber } from './fields.ts';
import { defaultPageSize, maxPageSize } from './limits.ts';
import { unknownPartners } from './protocol.ts';

/** What every list of a partner's records is asked with. */
export const pageQuery = z.object({
  limit: wholeNumber('limit', 1, maxPageSize).default(defaultPageSize),
  offset: wholeNumber('offset', 0, Number.MAX_SAFE_INTEGER).default(0),
});

/** How many there are, where nothing else is asked. */
export const counted = z.object({ count: z.number().int() });

export const searchText = optional('Search').describe('a part of a name, in any case');

/** Of every `partner_id` that a call takes, to look at a partner's records or to add to them. */
export const partnerIdText = {
  noPartner: 'partner_id must be the id of a partner',
  unknownPartner: 'Choose another partner: this one does not exist any more',
} as const;

/** Only an administrator can choose a partner. For anybody else it is ignored, whatever it holds, and
 * so it is checked where the caller is known (`whoseRecords`). */
export const partnerFilter = z
  .unknown()
  .optional()
  .meta({
    type: 'string',
    description: `a partner’s id, or \`${unknownPartners}\` for the records of deleted partners; ignored unless an administrator sends it`,
  });
