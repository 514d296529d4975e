import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf, ResponseOf } from '#contract/http.ts';
import { headers } from '#contract/protocol.ts';
import type { Routes } from '#contract/routes.ts';

type Route = Routes['createExternalLead'];

/** What every example sends; typed by the contract, so that it stays a lead the server takes. */
export const sampleLead = {
  first_name: 'Amelia',
  last_name: 'Carter',
  email: 'amelia.carter@northwind-logistics.example',
  company_name: 'Northwind Logistics Ltd',
  phone: '+44 20 7946 0958',
  country: 'United Kingdom',
  notes: 'Asked for a demo next week',
  custom_fields: { source: 'Website contact form', employees: 120 },
} satisfies RequestOf<Route>['body'];

export const sampleAnswer: ResponseOf<Route> = {
  success: true,
  lead_id: '01920f5e-7c3a-7b44-9d21-5f0c8e6a1b37',
};

export const tokenPlaceholder = 'YOUR_API_TOKEN';

/** As people write it; names of headers are the same in any case. */
export const tokenHeader = headers.apiToken
  .split('-')
  .map((word) => (word === 'api' ? 'API' : word.charAt(0).toUpperCase() + word.slice(1)))
  .join('-');

export function endpointAddress(origin: string): string {
  return `${origin}${endpoints.createExternalLead.path}`;
}
