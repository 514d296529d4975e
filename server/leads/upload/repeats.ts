import { createHash } from 'node:crypto';
import type { Duplicate } from '#contract/imports.ts';
import type { UploadLead } from '#contract/leads.ts';
import { duplicateKeys } from '../lead-row.ts';

/** What makes two leads the same, for the person who is told. */
export function sharedValue(lead: UploadLead, by: Duplicate['by']): string {
  return by === 'email' ? lead.email : `${lead.company_name}, ${lead.first_name} ${lead.last_name}`;
}

/** Finds the rows of a file that repeat an earlier one. */
export function watchRepeats() {
  const byEmail = rowsByKey();
  const byContact = rowsByKey();
  return (row: number, lead: UploadLead): Duplicate | undefined => {
    const { email, company, contact } = duplicateKeys(lead);
    const sameEmail = byEmail(email, row);
    const sameContact = byContact(`${company}\n${contact}`, row);
    const same = sameEmail ?? sameContact;
    if (same === undefined) return undefined;
    const by = sameEmail === undefined ? 'company and contact' : 'email';
    return { row, of: 'file', by, value: sharedValue(lead, by), same_as_row: same };
  };
}

/** The row a key was first seen in. Half of a digest finds the place, the other half proves it. */
function rowsByKey() {
  const places = new Map<number, number>();
  const proofs: number[] = [];
  const rows: number[] = [];
  return (key: string, row: number): number | undefined => {
    const digest = createHash('md5').update(key).digest();
    const place = digest.readUIntBE(0, 6);
    const proof = digest.readUIntBE(6, 6);
    const at = places.get(place);
    if (at !== undefined) return proofs[at] === proof ? rows[at] : undefined;
    places.set(place, rows.length);
    proofs.push(proof);
    rows.push(row);
    return undefined;
  };
}
