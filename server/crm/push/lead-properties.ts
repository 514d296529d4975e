import { unknownPartner } from '#contract/protocol.ts';
import type { Properties } from '#server/crm/hubspot/client.ts';
import {
  type LeadProperty,
  nameOfProperty,
  ownProperties,
} from '#server/crm/hubspot/property-names.ts';

/** A lead as it is now, with what HubSpot has of it. */
export type PushedLead = {
  id: string;
  /** Null where the lead has gone for good: only what HubSpot has of it is known. */
  version: number | null;
  is_deleted: boolean;
  partner_id: string;
  partner_name: string | null;
  company_name: string | null;
  website: string | null;
  first_name: string | null;
  last_name: string | null;
  contact_name: string | null;
  title: string | null;
  email: string | null;
  phone_number: string | null;
  country: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  notes: string | null;
  custom_fields: Record<string, unknown> | null;
  source: string;
  status: string | null;
  status_changed_at: string | null;
  deal_id: string | null;
  contact_id: string | null;
  company_id: string | null;
  agreed_status: string | null;
  archived_at: string | null;
};

const longest = 65_000;

function nameOfContact(lead: PushedLead): string {
  const name = [lead.first_name, lead.last_name].filter(Boolean).join(' ');
  return name || (lead.contact_name ?? '');
}

function nameOfDeal(lead: PushedLead): string {
  const parts = [lead.company_name, nameOfContact(lead)].filter(Boolean);
  return parts.join(' – ') || lead.email || 'Lead of the partner portal';
}

function textOf(fields: Record<string, unknown> | null): string {
  const lines = Object.entries(fields ?? {}).map(([name, value]) => `${name}: ${value ?? ''}`);
  return lines.join('\n').slice(0, longest);
}

/** What its deal shows of a lead. What is empty empties the property. */
export function propertiesOfDeal(lead: PushedLead): Properties {
  const fields: Record<LeadProperty, string | null> = {
    contact: nameOfContact(lead),
    email: lead.email,
    phone: lead.phone_number,
    title: lead.title,
    company: lead.company_name,
    website: lead.website,
    address: [lead.address, lead.zip, lead.city, lead.state].filter(Boolean).join(', '),
    country: lead.country,
    source: lead.source,
    notes: lead.notes,
    custom_fields: textOf(lead.custom_fields),
  };
  const named = Object.entries(fields).map(([field, value]) => [
    nameOfProperty(field as LeadProperty),
    value ?? '',
  ]);
  return {
    dealname: nameOfDeal(lead),
    [ownProperties.partnerId]: lead.partner_id,
    [ownProperties.partnerName]: lead.partner_name ?? unknownPartner,
    [ownProperties.deleted]: String(lead.is_deleted),
    ...Object.fromEntries(named),
  };
}

/** What is known of the person; a contact that sales knows better is only filled in where it is blank. */
export function propertiesOfContact(lead: PushedLead): Properties {
  const known = {
    firstname: lead.first_name ?? lead.contact_name,
    lastname: lead.last_name,
    jobtitle: lead.title,
    phone: lead.phone_number,
    company: lead.company_name,
    website: lead.website,
    address: lead.address,
    city: lead.city,
    state: lead.state,
    zip: lead.zip,
    country: lead.country,
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

export function emailOf(lead: PushedLead): string | undefined {
  return lead.email?.trim().toLowerCase() || undefined;
}

/** Addresses of pages that many companies have at one place tell nothing of the company. */
const shared =
  /(^|\.)(linkedin|facebook|instagram|twitter|x|youtube|tiktok|xing|google|wixsite|wordpress|blogspot)\.com$/;

function domainOf(website: string | null): string | undefined {
  const address = website?.trim() ?? '';
  const url = address.includes('://') ? address : `https://${address}`;
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^www\./, '').replace(/\.$/, '');
  return /^[a-z0-9.-]+\.[a-z][a-z0-9-]+$/.test(host) && !shared.test(host) ? host : undefined;
}

/** How a company is known: by its domain, else by its name. */
export type CompanyKey = { by: 'domain' | 'name'; value: string };

export const nameKey = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

export function companyKeyOf(lead: PushedLead): CompanyKey | undefined {
  const domain = domainOf(lead.website);
  if (domain) return { by: 'domain', value: domain };
  const name = nameKey(lead.company_name ?? '');
  return name ? { by: 'name', value: name } : undefined;
}

export function propertiesOfCompany(lead: PushedLead): Properties {
  const domain = domainOf(lead.website);
  return {
    name: lead.company_name?.trim() || domain || '',
    ...(domain && { domain }),
    ...(lead.country && { country: lead.country }),
  };
}
