import { z } from 'zod';
import { newLead } from './leads.ts';

/** Whose the leads become that are added. It is ignored as `partnerFilter` is, whatever it holds. */
export const addedFor = z.unknown().optional().meta({
  type: 'string',
  description:
    'the id of the partner whose leads they become; ignored unless an administrator sends it, whose own they are without it',
});

/** spec §5, Add Lead, and for whom. */
export const addedLead = newLead.extend({ partner_id: addedFor });
