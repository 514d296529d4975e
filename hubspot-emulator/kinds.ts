export const objectTypes = ['contacts', 'companies', 'deals'] as const;
export type ObjectType = (typeof objectTypes)[number];

type Kind = {
  typeId: string;
  singular: string;
  modified: string;
  shown: readonly string[];
};

/** What differs between the objects: `shown` is answered where the caller names no properties. */
export const kinds: Record<ObjectType, Kind> = {
  contacts: {
    typeId: '0-1',
    singular: 'contact',
    modified: 'lastmodifieddate',
    shown: ['createdate', 'email', 'firstname', 'hs_object_id', 'lastmodifieddate', 'lastname'],
  },
  companies: {
    typeId: '0-2',
    singular: 'company',
    modified: 'hs_lastmodifieddate',
    shown: ['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'name'],
  },
  deals: {
    typeId: '0-3',
    singular: 'deal',
    modified: 'hs_lastmodifieddate',
    shown: [
      'amount',
      'closedate',
      'createdate',
      'dealname',
      'dealstage',
      'hs_lastmodifieddate',
      'hs_object_id',
      'pipeline',
    ],
  },
};

/** HubSpot takes an object by its plural, its singular and its type id. */
export function toObjectType(name: string): ObjectType | undefined {
  return objectTypes.find((type) =>
    [type, kinds[type].singular, kinds[type].typeId].includes(name.toLowerCase()),
  );
}
