import type { CommissionProperties } from '#contract/crm.ts';
import type { NewProperty } from './account.ts';
import type { HubSpotClient } from './client.ts';
import { HubSpotRefused } from './errors.ts';
import type { ObjectType } from './objects.ts';
import {
  type LeadProperty,
  labelOfField,
  leadFields,
  nameOfProperty,
  ownLabels,
  ownProperties,
} from './property-names.ts';

const group = { name: 'partner_portal', label: 'Partner Portal' };

const text = (name: string, label: string, more: Partial<NewProperty> = {}): NewProperty => ({
  name,
  label,
  groupName: group.name,
  type: 'string',
  fieldType: 'text',
  description: 'Written by the partner portal',
  ...more,
});
const option = (label: string, value: string, displayOrder: number) => ({
  label,
  value,
  displayOrder,
  hidden: false,
});

const long: LeadProperty[] = ['notes', 'custom_fields'];

export const dealProperties: NewProperty[] = [
  text(ownProperties.leadId, ownLabels[ownProperties.leadId], { hasUniqueValue: true }),
  text(ownProperties.partnerId, ownLabels[ownProperties.partnerId]),
  text(ownProperties.partnerName, ownLabels[ownProperties.partnerName]),
  text(ownProperties.deleted, ownLabels[ownProperties.deleted], {
    type: 'enumeration',
    fieldType: 'booleancheckbox',
    options: [option('Yes', 'true', 0), option('No', 'false', 1)],
  }),
  ...leadFields.map((field) =>
    text(nameOfProperty(field), labelOfField(field), {
      fieldType: long.includes(field) ? 'textarea' : 'text',
    }),
  ),
];

export const ownCompanyProperties: NewProperty[] = [
  text(ownProperties.companyKey, ownLabels[ownProperties.companyKey], { hasUniqueValue: true }),
];

function companyProperties(commissions: CommissionProperties): NewProperty[] {
  const amount = (name: string, label: string) =>
    text(name, label, {
      type: 'number',
      fieldType: 'number',
      description: 'Shown to the partner in the portal',
    });
  return [
    ...ownCompanyProperties,
    amount(commissions.commission_payable_to_partner, 'Commission payable to partner'),
    amount(commissions.alltime_commission_payable, 'Alltime commission payable'),
  ];
}

/** Makes what the portal needs and HubSpot does not have yet; says what it did, line by line. */
export async function makeProperties(
  client: HubSpotClient,
  commissions: CommissionProperties,
): Promise<string[]> {
  const lines = [
    ...(await makeMissing(client, 'deals', dealProperties)),
    ...(await makeMissing(client, 'companies', companyProperties(commissions))),
  ];
  const total = dealProperties.length + companyProperties(commissions).length;
  return lines.length > 0 ? lines : [`Nothing was missing: all ${total} properties are there.`];
}

/** What HubSpot has, by name, and what of the wanted properties it has not. */
export async function lookForProperties(
  client: HubSpotClient,
  type: ObjectType,
  wanted: readonly NewProperty[],
) {
  const there = new Map((await client.readProperties(type)).map((one) => [one.name, one]));
  return { there, missing: wanted.filter(({ name }) => !there.has(name)) };
}

async function makeMissing(
  client: HubSpotClient,
  type: ObjectType,
  wanted: NewProperty[],
): Promise<string[]> {
  const { there, missing } = await lookForProperties(client, type, wanted);
  const lines = wanted.flatMap((property) => {
    const found = there.get(property.name);
    return property.hasUniqueValue && found && !found.hasUniqueValue
      ? [
          `The property ${property.name} of ${type} is there, but is not unique: delete it in HubSpot and run this again.`,
        ]
      : [];
  });
  if (missing.length === 0) return lines;
  const groups = await client.readGroups(type);
  if (!groups.some(({ name }) => name === group.name)) {
    await unlessThere(client.createGroup(type, group));
    lines.push(`Made the property group ${group.label} of ${type}.`);
  }
  for (const property of missing) {
    await unlessThere(client.createProperty(type, property));
    lines.push(`Made the property ${property.name} of ${type}.`);
  }
  const kept = wanted.length - missing.length;
  return kept > 0 ? [...lines, `${kept} properties of ${type} were there already.`] : lines;
}

/** An answer that was lost, or somebody who was quicker. */
async function unlessThere(making: Promise<void>): Promise<void> {
  try {
    await making;
  } catch (error) {
    if (!(error instanceof HubSpotRefused) || error.status !== 409) throw error;
  }
}
