import { accountCalls } from './account.ts';
import { associationCalls } from './associations.ts';
import { type Ask, type CallerOptions, hubspotCaller } from './calls.ts';
import type { Refusal } from './errors.ts';
import type { ObjectType } from './objects.ts';
import { hubspotPaths, inParts } from './paths.ts';
import {
  type HubSpotObject,
  type RecordReader,
  readFound,
  readRecords,
  type Unusable,
} from './records.ts';
import { batchReply, listReply, refusalOf, searchReply } from './replies.ts';

export type { HubSpotObject } from './records.ts';
export type { HubSpotPipeline, HubSpotProperty } from './replies.ts';

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

export type ClientOptions = CallerOptions & {
  /** Hears of records that cannot be used. */
  tell?: (unusable: Unusable) => void;
};
export type HubSpotClient = ReturnType<typeof hubspotClient>;

/** The calls of HubSpot that the portal makes. */
export function hubspotClient(options: ClientOptions) {
  const { call, hubspotTime } = hubspotCaller(options);
  const { clock = () => new Date(), tell = () => undefined } = options;
  // By the later of both clocks: only what neither can know is wrong.
  const now = () => new Date(Math.max(clock().getTime(), hubspotTime().getTime()));
  const reader = { now, tell };
  return {
    hubspotTime,
    ...readingCalls(call, reader),
    ...writingCalls(call, reader),
    ...associationCalls(call),
    ...accountCalls(call, options.baseUrl),
  };
}

/** More inputs than one call takes go in several. */
async function sendBatch(
  call: Ask,
  reader: RecordReader,
  { type, what }: { type: ObjectType; what: string },
  { inputs, most, ...more }: { inputs: object[]; most: number; [more: string]: unknown },
  signal?: AbortSignal,
): Promise<Batch> {
  const answer: Batch = { results: [], refusals: [] };
  const path = `${pathOf(type)}/batch/${what}`;
  for (const part of inParts(inputs, most)) {
    const { results, errors } = await call(
      { path, body: { ...more, inputs: part } },
      batchReply,
      signal,
    );
    answer.results.push(...readRecords(reader, type, results));
    answer.refusals.push(...errors.map(refusalOf));
  }
  return answer;
}

function readingCalls(call: Ask, reader: RecordReader) {
  return {
    /** Of those that are not there nothing is said but in `refusals`, by their ids. */
    batchRead(type: ObjectType, { ids, ...wanted }: Reading, signal?: AbortSignal) {
      const most = wanted.propertiesWithHistory ? mostInputs.withHistory : mostInputs.read;
      const inputs = ids.map((id) => ({ id }));
      const asked = { properties: [], propertiesWithHistory: [], ...wanted };
      const batch = { ...asked, inputs, most };
      return sendBatch(call, reader, { type, what: 'read' }, batch, signal);
    },
    async search(type: ObjectType, body: Search, signal?: AbortSignal) {
      const question = { path: `${pathOf(type)}/search`, body, isSearch: true };
      const { total, results, paging } = await call(question, searchReply, signal);
      const found = readFound(reader, type, results);
      return { total, results: found, after: paging?.next?.after };
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

function writingCalls(call: Ask, reader: RecordReader) {
  const write = (type: ObjectType, what: string, written: Written[], signal?: AbortSignal) => {
    const inputs = written.map(({ trace, ...input }) => ({ ...input, objectWriteTraceId: trace }));
    return sendBatch(call, reader, { type, what }, { inputs, most: mostInputs.written }, signal);
  };
  return {
    batchCreate(type: ObjectType, inputs: Written[], signal?: AbortSignal) {
      return write(type, 'create', inputs, signal);
    },
    batchUpdate(type: ObjectType, inputs: (Written & { id: string })[], signal?: AbortSignal) {
      return write(type, 'update', inputs, signal);
    },
    /** By a unique property of our own; not by email, of which HubSpot takes all or none. */
    batchUpsert(
      type: ObjectType,
      idProperty: string,
      inputs: (Written & { id: string })[],
      signal?: AbortSignal,
    ) {
      const named = inputs.map((input) => ({ ...input, idProperty }));
      return write(type, 'upsert', named, signal);
    },
  };
}
