import { z } from 'zod';
import { invalid } from './errors.ts';
import type { ObjectType } from './kinds.ts';
import { matches } from './search-operators.ts';
import type { Property } from './shapes.ts';
import { catchUpIndex, type Indexed, type World } from './world.ts';

const most = { results: 10_000, page: 200, groups: 5, inGroup: 6, filters: 18, query: 3000 };

const filter = z.object({
  propertyName: z.string(),
  operator: z.enum([
    'EQ',
    'NEQ',
    'LT',
    'LTE',
    'GT',
    'GTE',
    'BETWEEN',
    'IN',
    'NOT_IN',
    'HAS_PROPERTY',
    'NOT_HAS_PROPERTY',
    'CONTAINS_TOKEN',
    'NOT_CONTAINS_TOKEN',
  ]),
  value: z.coerce.string().optional(),
  highValue: z.coerce.string().optional(),
  values: z.array(z.coerce.string()).optional(),
});

const sort = z.union([
  z.string().transform((text) => ({
    propertyName: text.replace(/^-/, ''),
    direction: text.startsWith('-') ? ('DESCENDING' as const) : ('ASCENDING' as const),
  })),
  z.object({
    propertyName: z.string(),
    direction: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING'),
  }),
]);

export const searchRequest = z.object({
  filterGroups: z.array(z.object({ filters: z.array(filter) })).default([]),
  sorts: z.array(sort).nullish(),
  query: z.string().nullish(),
  properties: z.array(z.string()).nullish(),
  limit: z.coerce.number().int().default(10),
  after: z.coerce.string().nullish(),
});
export type SearchRequest = z.infer<typeof searchRequest>;

function checkRequest(request: SearchRequest, offset: number): void {
  const { filterGroups, sorts, limit, query } = request;
  const count = filterGroups.reduce((sum, group) => sum + group.filters.length, 0);
  const problems: [boolean, string][] = [
    [limit < 1 || limit > most.page, `limit must be between 1 and ${most.page}`],
    [filterGroups.length > most.groups, `at most ${most.groups} filterGroups are allowed`],
    [
      filterGroups.some((group) => group.filters.length > most.inGroup),
      `at most ${most.inGroup} filters are allowed in a filterGroup`,
    ],
    [count > most.filters, `at most ${most.filters} filters are allowed`],
    [(sorts?.length ?? 0) > 1, 'only one sort is allowed'],
    [(query?.length ?? 0) > most.query, `query may have at most ${most.query} characters`],
    [!Number.isInteger(offset) || offset < 0, 'after is not a valid cursor'],
    [
      offset >= most.results || offset + limit > most.results,
      `paging past ${most.results} results is not supported`,
    ],
  ];
  const wrong = problems.find(([broken]) => broken);
  if (wrong) throw invalid(`There was a problem with the request: ${wrong[1]}.`);
}

function propertyOf(world: World, type: ObjectType, name: string): Property {
  const property = world.shelves[type].properties.get(name);
  if (property) return property;
  const message = `Property "${name}" does not exist`;
  throw invalid('There was a problem with the request.', {
    errors: [{ message, code: 'PROPERTY_DOESNT_EXIST', context: { propertyName: [name] } }],
  });
}

function toComparable(property: Property | undefined, value: string): string | number {
  if (property?.type === 'datetime' || property?.type === 'date') return Date.parse(value);
  return property?.type === 'number' ? Number(value) : value.toLowerCase();
}

function sortFound(world: World, type: ObjectType, found: Indexed[], request: SearchRequest) {
  const [wanted] = request.sorts ?? [];
  const byId = (a: Indexed, b: Indexed) => Number(a.id) - Number(b.id);
  if (!wanted) return found.sort(byId);
  const property = propertyOf(world, type, wanted.propertyName);
  const sign = wanted.direction === 'DESCENDING' ? -1 : 1;
  const keys = new Map(
    found.map((one) => {
      const value = one.properties[property.name];
      return [one, value === undefined ? undefined : toComparable(property, value)];
    }),
  );
  return found.sort((a, b) => {
    const [one, other] = [keys.get(a), keys.get(b)];
    if (one === other) return byId(a, b);
    if (one === undefined) return 1;
    if (other === undefined) return -1;
    return one < other ? -sign : sign;
  });
}

const queried = [
  'email',
  'firstname',
  'lastname',
  'company',
  'name',
  'domain',
  'phone',
  'dealname',
];

function fitsQuery(one: Indexed, query: string): boolean {
  const text = queried.map((name) => one.properties[name] ?? '').join(' ');
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}

/** All that the index knows to fit, in order, and where the asked page begins. */
export function searchRecords(world: World, type: ObjectType, request: SearchRequest) {
  const offset = Number(request.after || 0);
  checkRequest(request, offset);
  const groups = request.filterGroups.map((group) =>
    group.filters.map((one) => ({ ...one, property: propertyOf(world, type, one.propertyName) })),
  );
  catchUpIndex(world);
  const found = [...world.shelves[type].index.values()].filter(
    (one) =>
      (groups.length === 0 ||
        groups.some((filters) => filters.every((filter) => matches(filter, one.properties)))) &&
      (!request.query || fitsQuery(one, request.query)),
  );
  return { found: sortFound(world, type, found, request), offset };
}
