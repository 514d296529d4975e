import type { RecordAddress } from '#web/lib/record-address.ts';

/** The lists that a lead is opened from. */
export type LeadListPath = '/leads' | '/dashboard';

export const leadAddress: RecordAddress<LeadListPath> = {
  base: '/leads',
  lists: ['/leads', '/dashboard'],
};
