import { type RecordAddress, recordPath } from '#web/lib/record-address.ts';

export const companyAddress: RecordAddress<'/live'> = { base: '/companies', lists: ['/live'] };

export function companyPath(id: string): string {
  return recordPath(companyAddress, id);
}
