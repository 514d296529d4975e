import type { CommissionProperties } from '#contract/crm.ts';
import type { HubSpotClient, NewProperty, ObjectType } from './hubspot-client.ts';
import { HubSpotRefused } from './hubspot-errors.ts';

const group = { name: 'partner_portal', label: 'Partner Portal' };

/** What the portal writes and nobody else does: the names of its own properties. */
export const own = {
  leadId: 'partner_portal_lead_id',
  partnerId: 'partner_portal_partner_id',
  partnerName: 'partner_portal_partner_name',
  deleted: 'partner_portal_deleted',
  companyKey: 'partner_portal_company_key',
} as const;

/** The fields of a lead that its deal shows, as they are in the portal. */
const leadProperties = {
  contact: 'Contact',
  email: 'Email',
  phone: 'Phone number',
  title: 'Title',
  company: 'Company',
  website: 'Website',
  address: 'Address',
  country: 'Country',
  source: 'Source',
  notes: 'Notes',
  custom_fields: 'Custom fields',
} as const;
export type LeadProperty = keyof typeof leadProperties;
export const nameOfProperty = (field: LeadProperty) => `partner_portal_${field}`;

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

const dealProperties: NewProperty[] = [
  text(own.leadId, 'Portal lead', { hasUniqueValue: true }),
  text(own.partnerId, 'Portal partner (id)'),
  text(own.partnerName, 'Portal partner'),
  text(own.deleted, 'Deleted in the portal', {
    type: 'enumeration',
    fieldType: 'booleancheckbox',
    options: [option('Yes', 'true', 0), option('No', 'false', 1)],
  }),
  ...(Object.keys(leadProperties) as LeadProperty[]).map((field) =>
    text(nameOfProperty(field), `Lead: ${leadProperties[field]}`, {
      fieldType: long.includes(field) ? 'textarea' : 'text',
    }),
  ),
];

function companyProperties(commissions: CommissionProperties): NewProperty[] {
  const amount = (name: string, label: string) =>
    text(name, label, {
      type: 'number',
      fieldType: 'number',
      description: 'Shown to the partner in the portal',
    });
  return [
    text(own.companyKey, 'Portal company', { hasUniqueValue: true }),
    amount(commissions.commission_payable_to_partner, 'Commission payable to partner'),
    amount(commissions.alltime_commission_payable, 'Alltime commission payable'),
  ];
}

/** Makes what the portal needs and HubSpot does not have yet; says what it did, line by line. */
export async function setUpHubSpot(
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

async function makeMissing(
  client: HubSpotClient,
  type: ObjectType,
  wanted: NewProperty[],
): Promise<string[]> {
  const there = new Map((await client.readProperties(type)).map((one) => [one.name, one]));
  const missing = wanted.filter(({ name }) => !there.has(name));
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
