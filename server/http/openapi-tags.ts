/** The groups of the API description: a call belongs to the first one that its path begins with. */
const groups = [
  {
    name: 'Accounts',
    description: 'Your own password and sessions, and the administrators of the programme',
    paths: ['/api/me/password', '/api/sessions', '/api/administrators'],
  },
  {
    name: 'Session',
    description: 'Signing in and out, and the tokens that go with it',
    paths: ['/api/csrf-token', '/api/login', '/api/logout', '/api/refresh-token', '/api/me'],
  },
  {
    name: 'Partners',
    description: 'The partners of the programme, for administrators',
    paths: ['/api/partners'],
  },
  {
    name: 'Imports',
    description: 'Files that leads are added from: checking, uploading, undoing',
    paths: ['/api/leads/upload', '/api/imports'],
  },
  { name: 'Leads', description: 'The leads of a partner', paths: ['/api/leads'] },
  {
    name: 'Movement',
    description: 'How leads come along, and which do not',
    paths: ['/api/movement'],
  },
  { name: 'Views', description: 'Lists of leads that have a name', paths: ['/api/views'] },
  { name: 'API tokens', description: 'What other systems push leads with', paths: ['/api/tokens'] },
  {
    name: 'Companies',
    description: 'Companies that are live, and the commissions they pay',
    paths: ['/api/companies', '/api/statements'],
  },
  {
    name: 'CRM',
    description: 'HubSpot behind the portal: the connection, its queue and its mapping',
    paths: ['/api/crm', '/api/v1/hubspot'],
  },
  {
    name: 'Changes',
    description: 'What changes elsewhere, told while it happens',
    paths: ['/api/events'],
  },
  {
    name: 'External API',
    description: 'For other systems, with an API token instead of a session',
    paths: ['/api/v1'],
  },
  {
    name: 'Operation',
    description: 'For those who run the portal, and those who build on it',
    paths: ['/api/openapi.json', '/api/disk', '/healthz', '/readyz'],
  },
];

export const tags = groups.map(({ name, description }) => ({ name, description }));

export function tagOf(path: string): string | undefined {
  return groups.find(({ paths }) => paths.some((start) => path.startsWith(start)))?.name;
}
