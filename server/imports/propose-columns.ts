import { type FileCheck, type ImportField, uploadLead } from '#contract/imports.ts';
import { foldTitle } from './synonyms.ts';

type Column = FileCheck['columns'][number];

/** Rows enough to tell what a column holds; a file of 200,000 is not read for a guess. */
const sampledRows = 100;
/** Of the filled cells: a column of remarks with an address here and there is no column of emails. */
const clearMajority = 0.8;

/** No address or number is longer: a text that is, need not be looked through. */
const longestValue = 254;

const valueTests = {
  email: (text: string) => uploadLead.shape.email.safeParse(text).success,
  website: isWebsite,
  phone_number: isPhone,
} as const satisfies Partial<Record<ImportField, (text: string) => boolean>>;
type ProposedField = keyof typeof valueTests;
const proposedFields = Object.keys(valueTests) as ProposedField[];

/** Words of titles that say something else, whatever the values look like. */
const otherThings = new Set([
  ...[
    'fax',
    'faxnummer',
    'telefax',
    'faks',
    'linkedin',
    'xing',
    'facebook',
    'instagram',
    'twitter',
  ],
  ...['skype', 'id', 'date', 'datum', 'fecha', 'data', 'zip', 'plz', 'vat', 'iban', 'siret'],
  ...['logo', 'image', 'picture', 'photo', 'password', 'passwort', 'referrer', 'referer'],
]);
const socialHosts =
  /(^|\.)(linkedin|xing|facebook|instagram|twitter|x|youtube|tiktok)\.[a-z]{2,3}(\/|$)/i;

type Tally = { column: Column; filled: number; counts: Map<string, number> };

/** Looks at the first rows, whatever the columns are called; rows may add columns. */
export function createColumnProposer(columns: readonly Column[]) {
  const tallies: Tally[] = [];
  let tallied = 0;
  let rows = 0;
  const tallyNew = () => {
    for (const column of columns.slice(tallied)) {
      if (!mayHoldAny(column.title)) continue;
      tallies.push({ column, filled: 0, counts: new Map() });
    }
    tallied = columns.length;
  };
  /** A column that is empty or clearly holds something else does not keep its field from others. */
  const isHeld = (field: ProposedField) => {
    const holder = columns.find((column) => column.field === field);
    const tally = tallies.find(({ column }) => column === holder);
    if (!holder || !tally) return holder !== undefined;
    return tally.filled > 0 && (clearField(tally) ?? field) === field;
  };
  return {
    look(cells: readonly string[]): void {
      if (rows >= sampledRows) return;
      rows++;
      tallyNew();
      for (const tally of tallies) {
        const text = (cells[tally.column.index] ?? '').trim();
        if (text === '') continue;
        tally.filled++;
        const field = fieldOfValue(text);
        if (field) tally.counts.set(field, (tally.counts.get(field) ?? 0) + 1);
      }
    },
    /** Each field for the first column that clearly holds it, where no column is rightly read as it. */
    propose(): Column[] {
      const proposals = new Map<number, ProposedField>();
      for (const field of proposedFields) {
        const match = isHeld(field) ? undefined : tallies.find((one) => clearField(one) === field);
        if (match) proposals.set(match.column.index, field);
      }
      return columns.map((column) => ({
        ...column,
        proposed: proposals.get(column.index) ?? null,
      }));
    },
  };
}

/** What the values of a column say that it is, if they say it clearly. */
function clearField({ column, filled, counts }: Tally): ProposedField | undefined {
  const clear = proposedFields.find(
    (field) => filled > 0 && (counts.get(field) ?? 0) / filled >= clearMajority,
  );
  // Companies are called booking.com, and many lists name all of theirs so.
  return clear === 'website' && column.field === 'company_name' ? undefined : clear;
}

/** A title that is a value itself is the first row of a file without titles. */
function mayHoldAny(title: string): boolean {
  const words = foldTitle(title).split(' ');
  return !words.some((word) => otherThings.has(word)) && !fieldOfValue(title);
}

function fieldOfValue(text: string): ProposedField | undefined {
  if (text.length > longestValue) return undefined;
  return proposedFields.find((field) => valueTests[field](text));
}

/** With a scheme, `www.` or at least a domain; the page of a person in a network is none. */
function isWebsite(text: string): boolean {
  const address = text.replace(/^https?:\/\//i, '');
  const isDomain = /^([\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(:\d+)?(\/\S*)?$/u.test(address);
  return isDomain && !socialHosts.test(address);
}

const date = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;
const americanGroups = /^\d{3}[ .-]\d{3}[ .-]\d{4}$/;

/** Signs that only a phone number has: a code with +, 0 or brackets in front, or American groups. */
function isPhone(text: string): boolean {
  if (!/^\+?[\d\s().\-/]{7,24}$/.test(text) || date.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  if (digits < 7 || digits > 15) return false;
  return /^(\+[1-9]|\(|00?[1-9])/.test(text) || americanGroups.test(text);
}
