/** The version of HubSpot's API. The dated ones, such as 2026-09, replace v3 in 2027. */
const apiVersion: string = 'v3';

const isDated = /^\d{4}-\d{2}$/.test(apiVersion);

export const hubspotPaths = {
  objects: isDated ? `/crm/objects/${apiVersion}` : `/crm/${apiVersion}/objects`,
  // Associations were a version ahead of the rest.
  associations: isDated ? `/crm/associations/${apiVersion}` : '/crm/v4/associations',
  properties: isDated ? `/crm/properties/${apiVersion}` : `/crm/${apiVersion}/properties`,
  pipelines: isDated ? `/crm/pipelines/${apiVersion}` : `/crm/${apiVersion}/pipelines`,
  account: `/account-info/${apiVersion}/details`,
};

/** More inputs than one call takes go in several. */
export function inParts<T>(all: T[], most: number): T[][] {
  const parts = Math.ceil(all.length / most);
  return Array.from({ length: parts }, (_, i) => all.slice(i * most, (i + 1) * most));
}
