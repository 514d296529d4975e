import { randomBytes } from 'node:crypto';
import type { Duplicate, UploadLead } from '#contract/imports.ts';
import { duplicateKeys } from '#server/leads/lead-row.ts';
import { createKeyedHash, hashKeyBytes, type KeyedHash } from '#server/lib/keyed-hash.ts';

/** What makes two leads the same, as the sender reads it. */
export function sharedValue(lead: UploadLead, by: Duplicate['by']): string {
  return by === 'email' ? lead.email : `${lead.company_name}, ${lead.first_name} ${lead.last_name}`;
}

/**
 * Finds the rows of a file that repeat an earlier one. The hash has a secret of this file: nobody
 * can make up rows that all meet in one place of the table.
 */
export function createRepeatFinder(hashOf = createKeyedHash(randomBytes(hashKeyBytes))) {
  const byEmail = createRowTable(hashOf);
  const byContact = createRowTable(hashOf);
  return (row: number, lead: UploadLead): Duplicate | undefined => {
    const { email, company, contact } = duplicateKeys(lead);
    const person = `${company}\n${contact}`;
    const sameEmail = byEmail.find(email);
    const same = sameEmail ?? byContact.find(person);
    if (same === undefined) {
      // A row that is itself a repeat is not remembered: with it skipped, what is like it alone stays.
      byEmail.add(email, row);
      byContact.add(person, row);
      return undefined;
    }
    const by = sameEmail === undefined ? 'company and contact' : 'email';
    return { row, of: 'file', by, value: sharedValue(lead, by), same_as_row: same };
  };
}

const slotWords = 3;
/** So that the most rows a file may have fit into 2¹⁸ slots. */
const mostFilled = 0.8;

/**
 * The row a key was first seen in. Keys are kept as 64 bits each in one table of numbers: 200,000
 * texts in a Map would take more memory than all the rest of reading a file.
 */
function createRowTable(hashOf: KeyedHash) {
  let slots = 1 << 12;
  let table = new Uint32Array(slots * slotWords);
  let used = 0;

  /** Where a key stands in a table, or would stand: at a slot that is free. */
  function findSlot(into: Uint32Array, high: number, low: number): number {
    const mask = into.length / slotWords - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * slotWords;
      const taken = into[at + 2] !== 0;
      if (!taken || (into[at] === high && into[at + 1] === low)) return at;
    }
  }

  function grow(): void {
    slots *= 2;
    const larger = new Uint32Array(slots * slotWords);
    for (let at = 0; at < table.length; at += slotWords) {
      const [high = 0, low = 0, row = 0] = table.subarray(at, at + slotWords);
      if (row !== 0) larger.set([high, low, row], findSlot(larger, high, low));
    }
    table = larger;
  }

  return {
    find(key: string): number | undefined {
      const [high, low] = hashOf(key);
      return table[findSlot(table, high, low) + 2] || undefined;
    },
    add(key: string, row: number): void {
      const [high, low] = hashOf(key);
      table.set([high, low, row], findSlot(table, high, low));
      if (++used > slots * mostFilled) grow();
    },
  };
}
