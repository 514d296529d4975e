import { addressOf } from '#contract/protocol.ts';
import type { AddressName } from './leads-address.ts';

/** The list of leads with some of its filters on; one without a value is left out. */
export function leadsPath(filters: { [name in AddressName]?: string | undefined }): string {
  return addressOf({ path: '/leads' }, { query: filters });
}
