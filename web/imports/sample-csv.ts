import type { z } from 'zod';
import { uploadColumns, type uploadLead } from '#contract/imports.ts';

/** What a lead does not have stays blank, as it may in a file. */
const sampleLeads: z.input<typeof uploadLead>[] = [
  {
    company_name: 'Northwind Logistics Ltd',
    first_name: 'Amelia',
    last_name: 'Carter',
    email: 'amelia.carter@northwind-logistics.example',
    phone_number: '+44 20 7946 0958',
    website: 'https://northwind-logistics.example',
    title: 'Head of Operations',
    country: 'United Kingdom',
  },
  {
    company_name: 'Müller & Söhne GmbH',
    first_name: 'Jürgen',
    last_name: 'Müller',
    email: 'j.mueller@mueller-soehne.example',
    phone_number: '+49 30 901820',
    website: 'https://mueller-soehne.example',
    title: 'Managing Director',
    country: 'Germany',
  },
  {
    company_name: 'Café Lumière, SARL',
    first_name: 'Zoé',
    last_name: 'Lefèvre',
    email: 'zoe.lefevre@cafe-lumiere.example',
    phone_number: '+33 1 70 18 99 00',
    website: 'https://cafe-lumiere.example',
    title: 'Owner',
    country: 'France',
  },
];

// Without this mark Excel reads UTF-8 as something else and spoils every ü and é.
const byteOrderMark = '\uFEFF';

export const sampleFileName = 'leads-template.csv';

export function sampleCsv(): string {
  const columns = [...uploadColumns.required, ...uploadColumns.optional];
  const rows = [columns, ...sampleLeads.map((lead) => columns.map((column) => lead[column] ?? ''))];
  return `${byteOrderMark}${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
