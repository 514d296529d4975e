import { z } from 'zod';
import { newLead } from './leads.ts';

export const partnerIdText = {
  noPartner: 'partner_id must be the id of a partner',
  unknownPartner: 'Choose another partner: this one does not exist any more',
} as const;

/** Whose the leads become that are added. It is ignored as `partnerFilter` is, whatever it holds. */
export const addedFor = z.unknown().optional().meta({
  type: 'string',
  description:
    'the id of the partner whose leads they become; ignored unless an administrator sends it, whose own they are without it',
});

/** spec §5, Add Lead, and for whom. */
export const addedLead = newLead.extend({ partner_id: addedFor });
