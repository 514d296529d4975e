import { addressOf } from '#contract/protocol.ts';
import { recordPath } from '#web/lib/record-address.ts';
import type { AddressName } from './filters/leads-address.ts';
import { leadAddress } from './lead-address.ts';

/** The list of leads with some of its filters on; one without a value is left out. */
export function leadsPath(filters: { [name in AddressName]?: string | undefined }): string {
  return addressOf({ path: '/leads' }, { query: filters });
}

export function leadPath(id: string): string {
  return recordPath(leadAddress, id);
}
