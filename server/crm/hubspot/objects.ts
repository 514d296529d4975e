/** HubSpot's objects that leads become, as its addresses call them. */
export const objectTypes = ['deals', 'contacts', 'companies'] as const;
export type ObjectType = (typeof objectTypes)[number];
