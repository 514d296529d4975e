import { accountCalls } from './hubspot-account.ts';
import { associationCalls } from './hubspot-associations.ts';
import { type Ask, type CallerOptions, hubspotCaller } from './hubspot-calls.ts';
import type { Refusal } from './hubspot-errors.ts';
import type { ObjectType } from './hubspot-objects.ts';
import { hubspotPaths, inParts } from './hubspot-paths.ts';
import {
  batchReply,
  type HubSpotObject,
  listReply,
  refusalOf,
  searchReply,
} from './hubspot-replies.ts';

export type {
  HubSpotObject,
  HubSpotPipeline,
  HubSpotProperty,
} from './hubspot-replies.ts';

export type Properties = Record<string, string>;
/** The trace tells in the answer which input is meant, and has each stand or fall alone. */
type Written = { trace: string; properties: Properties };
export type Batch = { results: HubSpotObject[]; refusals: Refusal[] };
type Reading = {
  ids: string[];
  idProperty?: string;
  properties?: string[];
  propertiesWithHistory?: string[];
};
type Filter = {
  propertyName: string;
  operator: 'EQ' | 'GT' | 'GTE' | 'LT' | 'LTE' | 'BETWEEN' | 'IN' | 'HAS_PROPERTY';
  value?: string;
  highValue?: string;
  values?: string[];
};
export type Search = {
  filterGroups: { filters: Filter[] }[];
  sorts?: { propertyName: string; direction: 'ASCENDING' | 'DESCENDING' }[];
  properties: string[];
  limit: number;
  after?: string | undefined;
};

const mostInputs = { written: 100, read: 100, withHistory: 50, listed: 100 };

const pathOf = (type: ObjectType) => `${hubspotPaths.objects}/${type}`;

export type HubSpotClient = ReturnType<typeof hubspotClient>;

/** The calls of HubSpot that the portal makes. */
export function hubspotClient(options: CallerOptions) {
  const { call, hubspotTime } = hubspotCaller(options);
  return {
    hubspotTime,
    ...readingCalls(call),
    ...writingCalls(call),
    ...associationCalls(call),
    ...accountCalls(call, options.baseUrl),
  };
}

/** More inputs than one call takes go in several. */
async function sendBatch(
  call: Ask,
  path: string,
  { inputs, most, ...more }: { inputs: object[]; most: number; [more: string]: unknown },
  signal?: AbortSignal,
): Promise<Batch> {
  const answer: Batch = { results: [], refusals: [] };
  for (const part of inParts(inputs, most)) {
    const { results, errors } = await call(
      { path, body: { ...more, inputs: part } },
      batchReply,
      signal,
    );
    answer.results.push(...results);
    answer.refusals.push(...errors.map(refusalOf));
  }
  return answer;
}

function readingCalls(call: Ask) {
  return {
    /** Of those that are not there nothing is said but in `refusals`, by their ids. */
    batchRead(type: ObjectType, { ids, ...wanted }: Reading, signal?: AbortSignal) {
      const most = wanted.propertiesWithHistory ? mostInputs.withHistory : mostInputs.read;
      const inputs = ids.map((id) => ({ id }));
      const asked = { properties: [], propertiesWithHistory: [], ...wanted };
      return sendBatch(call, `${pathOf(type)}/batch/read`, { ...asked, inputs, most }, signal);
    },
    async search(type: ObjectType, body: Search, signal?: AbortSignal) {
      const question = { path: `${pathOf(type)}/search`, body, isSearch: true };
      const { total, results, paging } = await call(question, searchReply, signal);
      return { total, results, after: paging?.next?.after };
    },
    /**
     * A page of what was archived and not yet deleted for good, in an order of HubSpot's own; nothing
     * can be left out of it. `after` is empty for the first page, and after the last.
     */
    async listArchived(type: ObjectType, after: string, signal?: AbortSignal) {
      const query = { archived: 'true', limit: String(mostInputs.listed), ...(after && { after }) };
      const path = `${pathOf(type)}?${new URLSearchParams(query)}`;
      const { results, paging } = await call({ method: 'GET', path }, listReply, signal);
      return { ids: results.map(({ id }) => id), after: paging?.next?.after ?? '' };
    },
  };
}

function writingCalls(call: Ask) {
  const write = (path: string, written: Written[], signal?: AbortSignal) => {
    const inputs = written.map(({ trace, ...input }) => ({ ...input, objectWriteTraceId: trace }));
    return sendBatch(call, path, { inputs, most: mostInputs.written }, signal);
  };
  return {
    batchCreate(type: ObjectType, inputs: Written[], signal?: AbortSignal) {
      return write(`${pathOf(type)}/batch/create`, inputs, signal);
    },
    batchUpdate(type: ObjectType, inputs: (Written & { id: string })[], signal?: AbortSignal) {
      return write(`${pathOf(type)}/batch/update`, inputs, signal);
    },
    /** By a unique property of our own; not by email, of which HubSpot takes all or none. */
    batchUpsert(
      type: ObjectType,
      idProperty: string,
      inputs: (Written & { id: string })[],
      signal?: AbortSignal,
    ) {
      const named = inputs.map((input) => ({ ...input, idProperty }));
      return write(`${pathOf(type)}/batch/upsert`, named, signal);
    },
  };
}
