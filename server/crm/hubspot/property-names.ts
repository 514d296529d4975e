/** What the portal writes and nobody else does: the names of its own properties. */
export const ownProperties = {
  leadId: 'partner_portal_lead_id',
  partnerId: 'partner_portal_partner_id',
  partnerName: 'partner_portal_partner_name',
  deleted: 'partner_portal_deleted',
  companyKey: 'partner_portal_company_key',
} as const;

/** What people read above them in HubSpot. */
export const ownLabels: Record<(typeof ownProperties)[keyof typeof ownProperties], string> = {
  [ownProperties.leadId]: 'Portal lead',
  [ownProperties.partnerId]: 'Portal partner (id)',
  [ownProperties.partnerName]: 'Portal partner',
  [ownProperties.deleted]: 'Deleted in the portal',
  [ownProperties.companyKey]: 'Portal company',
};

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
export const leadFields = Object.keys(leadProperties) as LeadProperty[];
export const nameOfProperty = (field: LeadProperty) => `partner_portal_${field}`;
export const labelOfField = (field: LeadProperty) => `Lead: ${leadProperties[field]}`;

/** HubSpot's own properties that the portal writes. */
const hubspotLabels: Record<string, string> = {
  dealname: 'Deal name',
  dealstage: 'Deal stage',
  hs_lead_status: 'Lead status',
  email: 'Email',
  firstname: 'First name',
  lastname: 'Last name',
  jobtitle: 'Job title',
  phone: 'Phone number',
  company: 'Company name',
  website: 'Website URL',
  address: 'Street address',
  city: 'City',
  state: 'State/Region',
  zip: 'Postal code',
  country: 'Country/Region',
  name: 'Company name',
  domain: 'Company domain name',
};

const labels = new Map<string, string>([
  ...Object.entries(hubspotLabels),
  ...Object.entries(ownLabels),
  ...leadFields.map((field) => [nameOfProperty(field), labelOfField(field)] as const),
]);

/** As people see it in HubSpot; one that is not known by its internal name. */
export function labelOfProperty(name: string): string {
  return labels.get(name) ?? name;
}
