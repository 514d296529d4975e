import type { z } from 'zod';
import type { newLead } from '#contract/leads.ts';

type FieldName = keyof z.input<typeof newLead>;
/** What a reader, the browser and a phone's keyboard are told about a field. */
type FormField = {
  label: string;
  required?: true;
  type?: 'email' | 'tel';
  inputMode?: 'email' | 'tel' | 'url';
  autoComplete?: string;
  autoCapitalize?: 'none';
  /** Takes a row of its own. */
  wide?: true;
};

/** In the order of spec §2. A field of the contract that is not here does not compile. */
const fields: Record<FieldName, FormField> = {
  company_name: {
    label: 'Company Name',
    required: true,
    autoComplete: 'organization',
    wide: true,
  },
  first_name: { label: 'First Name', required: true, autoComplete: 'given-name' },
  last_name: { label: 'Last Name', required: true, autoComplete: 'family-name' },
  title: { label: 'Title', autoComplete: 'organization-title' },
  email: {
    label: 'Email',
    required: true,
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
  },
  phone_number: {
    label: 'Phone Number',
    required: true,
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
  },
  website: { label: 'Website', inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none' },
  country: { label: 'Country', autoComplete: 'country-name' },
};

export const formFields = (Object.keys(fields) as FieldName[]).map((name) => ({
  name,
  ...fields[name],
}));

export const emptyForm = Object.fromEntries(formFields.map(({ name }) => [name, ''])) as Record<
  FieldName,
  string
>;
