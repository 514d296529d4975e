import { z } from 'zod';
import { externalLead } from '#contract/leads.ts';
import { maxCustomFieldKey, maxCustomFields, maxCustomFieldValue } from '#contract/limits.ts';

type FieldName = keyof z.input<typeof externalLead>;

/** In the order in which they are listed. A field of the contract that is not here does not compile. */
const notes: Record<FieldName, string> = {
  first_name: "The contact's first name",
  last_name: "The contact's last name",
  email: "The contact's email address",
  company_name: "The contact's company",
  title: "The contact's position in the company",
  phone: 'A phone number, as text',
  website: "The company's website",
  address: 'Street and house number',
  city: 'City',
  state: 'State, province or region',
  zip: 'ZIP or postal code, as text',
  country: 'Country',
  notes: 'Anything your sales contact should know',
  custom_fields: `Further facts as key-value pairs: at most ${maxCustomFields} keys of at most ${maxCustomFieldKey} characters; a value is text of at most ${number(maxCustomFieldValue)} characters, a number, true, false or null`,
};

export type LeadField = { name: string; type: string; required: boolean; note: string };

/** Every field of the external endpoint; type, limit and requirement come from its schema. */
export function leadFields(): LeadField[] {
  return (Object.keys(notes) as FieldName[]).map((name) => {
    const field = externalLead.shape[name];
    const value = givenValue(field);
    const max = value instanceof z.ZodString ? value.maxLength : null;
    return {
      name,
      type: value instanceof z.ZodRecord ? 'object' : value._zod.def.type,
      required: !field.safeParse(undefined).success,
      note: max === null ? notes[name] : `${notes[name]}, at most ${number(max)} characters`,
    };
  });
}

/** Optional fields may also be null or left out, which goes without saying. */
function givenValue(schema: z.core.$ZodType): z.core.$ZodType {
  // What is looked at before its type is known tells its type afterwards.
  if (schema instanceof z.ZodPipe) {
    return givenValue(schema.in instanceof z.ZodUnknown ? schema.out : schema.in);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return givenValue(schema.unwrap());
  }
  return schema;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
