import type { ObjectType } from './kinds.ts';
import type { Group, Option, Pipeline, Property, Stage } from './shapes.ts';

type Given = Partial<Property> & { name: string; label: string };

const leadStatuses = {
  NEW: 'New',
  OPEN: 'Open',
  IN_PROGRESS: 'In Progress',
  OPEN_DEAL: 'Open Deal',
  UNQUALIFIED: 'Unqualified',
  ATTEMPTED_TO_CONTACT: 'Attempted to Contact',
  CONNECTED: 'Connected',
  BAD_TIMING: 'Bad Timing',
};

/** In the order in which a contact may move on; HubSpot never moves it back. */
export const lifecycleStages = {
  subscriber: 'Subscriber',
  lead: 'Lead',
  marketingqualifiedlead: 'Marketing Qualified Lead',
  salesqualifiedlead: 'Sales Qualified Lead',
  opportunity: 'Opportunity',
  customer: 'Customer',
  evangelist: 'Evangelist',
  other: 'Other',
};

const stages: [id: string, label: string, probability: string][] = [
  ['appointmentscheduled', 'Appointment Scheduled', '0.2'],
  ['qualifiedtobuy', 'Qualified To Buy', '0.4'],
  ['presentationscheduled', 'Presentation Scheduled', '0.6'],
  ['decisionmakerboughtin', 'Decision Maker Bought-In', '0.8'],
  ['contractsent', 'Contract Sent', '0.9'],
  ['closedwon', 'Closed Won', '1.0'],
  ['closedlost', 'Closed Lost', '0.0'],
];

function toOptions(labels: Record<string, string>): Option[] {
  return Object.entries(labels).map(([value, label], displayOrder) => ({
    value,
    label,
    displayOrder,
    hidden: false,
  }));
}

const readOnly = { modificationMetadata: metadata(true) };
const time = { type: 'datetime', fieldType: 'date' };
const number = { type: 'number', fieldType: 'number' };
const select = { type: 'enumeration', fieldType: 'select' };
const text = (name: string, label: string): Given => ({ name, label });

const common: Given[] = [
  { name: 'createdate', label: 'Create Date', ...time, ...readOnly },
  { name: 'hs_createdate', label: 'Object create date/time', ...time, ...readOnly },
  { name: 'hs_lastmodifieddate', label: 'Last Modified Date', ...time, ...readOnly },
  { name: 'hs_object_id', label: 'Record ID', ...number, ...readOnly },
  {
    name: 'hs_merged_object_ids',
    label: 'Merged record IDs',
    type: 'enumeration',
    fieldType: 'checkbox',
    externalOptions: true,
    ...readOnly,
  },
  text('hubspot_owner_id', 'Owner'),
];

const lifecycle: Given = {
  name: 'lifecyclestage',
  label: 'Lifecycle Stage',
  type: 'enumeration',
  fieldType: 'radio',
  options: toOptions(lifecycleStages),
};

const leadStatus: Given = {
  name: 'hs_lead_status',
  label: 'Lead Status',
  type: 'enumeration',
  fieldType: 'radio',
  options: toOptions(leadStatuses),
};

const own: Record<ObjectType, Given[]> = {
  contacts: [
    { name: 'email', label: 'Email', hasUniqueValue: true },
    { ...text('hs_additional_emails', 'Additional email addresses'), ...readOnly },
    text('firstname', 'First Name'),
    text('lastname', 'Last Name'),
    text('company', 'Company Name'),
    text('jobtitle', 'Job Title'),
    text('phone', 'Phone Number'),
    text('mobilephone', 'Mobile Phone Number'),
    text('website', 'Website URL'),
    text('address', 'Street Address'),
    text('city', 'City'),
    text('zip', 'Postal Code'),
    text('state', 'State/Region'),
    text('country', 'Country/Region'),
    text('message', 'Message'),
    { name: 'lastmodifieddate', label: 'Last Modified Date', ...time, ...readOnly },
    lifecycle,
    leadStatus,
  ],
  companies: [
    text('name', 'Company name'),
    text('domain', 'Company Domain Name'),
    text('website', 'Website URL'),
    text('phone', 'Phone Number'),
    text('address', 'Street Address'),
    text('city', 'City'),
    text('zip', 'Postal Code'),
    text('state', 'State/Region'),
    text('country', 'Country/Region'),
    text('description', 'Description'),
    text('industry', 'Industry'),
    { name: 'numberofemployees', label: 'Number of Employees', ...number },
    lifecycle,
    leadStatus,
  ],
  deals: [
    text('dealname', 'Deal Name'),
    { name: 'amount', label: 'Amount', ...number },
    { name: 'closedate', label: 'Close Date', ...time },
    { name: 'pipeline', label: 'Pipeline', ...select, externalOptions: true },
    { name: 'dealstage', label: 'Deal Stage', ...select, externalOptions: true },
    text('description', 'Deal Description'),
    {
      name: 'dealtype',
      label: 'Deal Type',
      ...select,
      options: toOptions({ newbusiness: 'New Business', existingbusiness: 'Existing Business' }),
    },
    { name: 'hs_is_closed', label: 'Is Deal Closed?', type: 'bool', ...readOnly },
    { name: 'hs_is_closed_won', label: 'Is Closed Won', type: 'bool', ...readOnly },
  ],
};

const groupNames: Record<ObjectType, [string, string]> = {
  contacts: ['contactinformation', 'Contact information'],
  companies: ['companyinformation', 'Company information'],
  deals: ['dealinformation', 'Deal information'],
};

function metadata(fixed: boolean) {
  return {
    archivable: false,
    readOnlyDefinition: fixed,
    readOnlyOptions: fixed,
    readOnlyValue: fixed,
  };
}

export function defaultGroups(type: ObjectType): Group[] {
  const [name, label] = groupNames[type];
  return [{ name, label, displayOrder: 0, archived: false }];
}

export function defaultProperties(type: ObjectType, at: number): Property[] {
  return [...common, ...own[type]].map((given) => ({
    description: '',
    type: 'string',
    fieldType: 'text',
    groupName: groupNames[type][0],
    options: [],
    displayOrder: -1,
    calculated: false,
    externalOptions: false,
    hasUniqueValue: false,
    hidden: false,
    hubspotDefined: true,
    formField: false,
    archived: false,
    createdAt: at,
    updatedAt: at,
    modificationMetadata: metadata(false),
    ...given,
  }));
}

export function defaultPipelines(at: number): Pipeline[] {
  const times = { archived: false, createdAt: at, updatedAt: at };
  const toStage = ([id, label, probability]: [string, string, string], order: number): Stage => ({
    id,
    label,
    displayOrder: order,
    metadata: { isClosed: String(['1.0', '0.0'].includes(probability)), probability },
    ...times,
  });
  const pipeline = { id: 'default', label: 'Sales Pipeline', displayOrder: 0 };
  return [{ ...pipeline, stages: stages.map(toStage), ...times }];
}
