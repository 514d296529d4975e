// Apart from crm-text.ts, as every screen of an administrator can say it.

/** What an operator types where the portal runs, to make in HubSpot what the portal needs there. */
export const setUpCommand = 'npm run admin -- hubspot-setup';
