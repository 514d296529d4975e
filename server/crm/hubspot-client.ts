import { z } from 'zod';
import { type CallerOptions, hubspotCaller } from './hubspot-calls.ts';
import type { Refusal } from './hubspot-errors.ts';
import * as replies from './hubspot-replies.ts';

export type {
  HubSpotObject,
  HubSpotPipeline,
  HubSpotProperty,
} from './hubspot-replies.ts';

/** The version of HubSpot's API. The dated ones, such as 2026-09, replace v3 in 2027. */
const apiVersion: string = 'v3';

const isDated = /^\d{4}-\d{2}$/.test(apiVersion);
const paths = {
  objects: isDated ? `/crm/objects/${apiVersion}` : `/crm/${apiVersion}/objects`,
  // Associations were a version ahead of the rest.
  associations: isDated ? `/crm/associations/${apiVersion}` : '/crm/v4/associations',
  properties: isDated ? `/crm/properties/${apiVersion}` : `/crm/${apiVersion}/properties`,
  pipelines: isDated ? `/crm/pipelines/${apiVersion}` : `/crm/${apiVersion}/pipelines`,
  account: `/account-info/${apiVersion}/details`,
};

export type ObjectType = 'contacts' | 'companies' | 'deals';
export type Properties = Record<string, string>;
/** The trace tells in the answer which input is meant, and has each stand or fall alone. */
export type Written = { trace: string; properties: Properties };
export type Batch = { results: replies.HubSpotObject[]; refusals: Refusal[] };
export type Reading = {
  ids: string[];
  idProperty?: string;
  properties?: string[];
  propertiesWithHistory?: string[];
  archived?: boolean;
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
export type Association = { from: string; to: string; types: number[] };
export type NewProperty = {
  name: string;
  label: string;
  groupName: string;
  type: 'string' | 'enumeration' | 'datetime' | 'number';
  fieldType: 'text' | 'textarea' | 'booleancheckbox' | 'date' | 'number';
  description?: string;
  hasUniqueValue?: boolean;
  options?: { label: string; value: string; displayOrder: number; hidden: boolean }[];
};

const onThisMachine = ['127.0.0.1', 'localhost', '[::1]'];
const mostInputs = { written: 100, read: 100, withHistory: 50, associated: 1_000 };

function inParts<T>(all: T[], most: number): T[][] {
  const parts = Math.ceil(all.length / most);
  return Array.from({ length: parts }, (_, i) => all.slice(i * most, (i + 1) * most));
}

export type HubSpotClient = ReturnType<typeof hubspotClient>;

/** The calls of HubSpot that the portal makes; more inputs than one call takes go in several. */
export function hubspotClient(options: CallerOptions) {
  const { call, hubspotTime } = hubspotCaller(options);

  async function batch(
    path: string,
    all: object[],
    most: number,
    more: object,
    signal?: AbortSignal,
  ) {
    const answer: Batch = { results: [], refusals: [] };
    for (const inputs of inParts(all, most)) {
      const body = { ...more, inputs };
      const part = await call({ path, body }, replies.batchReply, signal);
      answer.results.push(...part.results);
      answer.refusals.push(...part.errors.map(replies.refusalOf));
    }
    return answer;
  }
  const write = (path: string, inputs: Written[], signal?: AbortSignal) => {
    const traced = inputs.map(({ trace, ...input }) => ({ ...input, objectWriteTraceId: trace }));
    return batch(path, traced, mostInputs.written, {}, signal);
  };

  return {
    hubspotTime,
    /** Of those that are not there nothing is said but in `refusals`, by their ids. */
    batchRead(type: ObjectType, { ids, archived, ...wanted }: Reading, signal?: AbortSignal) {
      const path = `${paths.objects}/${type}/batch/read${archived ? '?archived=true' : ''}`;
      const most = wanted.propertiesWithHistory ? mostInputs.withHistory : mostInputs.read;
      const body = { properties: [], propertiesWithHistory: [], ...wanted };
      return batch(
        path,
        ids.map((id) => ({ id })),
        most,
        body,
        signal,
      );
    },
    batchCreate(type: ObjectType, inputs: Written[], signal?: AbortSignal) {
      return write(`${paths.objects}/${type}/batch/create`, inputs, signal);
    },
    batchUpdate(type: ObjectType, inputs: (Written & { id: string })[], signal?: AbortSignal) {
      return write(`${paths.objects}/${type}/batch/update`, inputs, signal);
    },
    /** By a unique property of our own; not by email, of which HubSpot takes all or none. */
    batchUpsert(
      type: ObjectType,
      idProperty: string,
      inputs: (Written & { id: string })[],
      signal?: AbortSignal,
    ) {
      const named = inputs.map((input) => ({ ...input, idProperty }));
      return write(`${paths.objects}/${type}/batch/upsert`, named, signal);
    },
    async search(type: ObjectType, body: Search, signal?: AbortSignal) {
      const path = `${paths.objects}/${type}/search`;
      const { total, results, paging } = await call(
        { path, body, isSearch: true },
        replies.searchReply,
        signal,
      );
      return { total, results, after: paging?.next?.after };
    },
    async associate(from: ObjectType, to: ObjectType, all: Association[], signal?: AbortSignal) {
      const refusals: Refusal[] = [];
      for (const part of inParts(all, mostInputs.associated)) {
        const inputs = part.map((pair) => ({
          from: { id: pair.from },
          to: { id: pair.to },
          types: pair.types.map((associationTypeId) => ({
            associationCategory: 'HUBSPOT_DEFINED',
            associationTypeId,
          })),
        }));
        const path = `${paths.associations}/${from}/${to}/batch/create`;
        const answer = await call({ path, body: { inputs } }, replies.associatedReply, signal);
        refusals.push(...answer.errors.map(replies.refusalOf));
      }
      return refusals;
    },
    /** What each of these is associated with, by its id. */
    async readAssociated(from: ObjectType, to: ObjectType, ids: string[], signal?: AbortSignal) {
      const associated = new Map<string, string[]>();
      for (const part of inParts(ids, mostInputs.associated)) {
        const path = `${paths.associations}/${from}/${to}/batch/read`;
        const body = { inputs: part.map((id) => ({ id })) };
        const { results } = await call({ path, body }, replies.associationsReply, signal);
        for (const result of results) {
          associated.set(
            result.from.id,
            result.to.map(({ toObjectId }) => toObjectId),
          );
        }
      }
      return associated;
    },
    async readProperties(type: ObjectType, signal?: AbortSignal) {
      const question = { method: 'GET', path: `${paths.properties}/${type}` } as const;
      return (await call(question, replies.propertiesReply, signal)).results;
    },
    async createProperty(type: ObjectType, body: NewProperty): Promise<void> {
      await call({ path: `${paths.properties}/${type}`, body }, z.unknown());
    },
    async readGroups(type: ObjectType) {
      const question = { method: 'GET', path: `${paths.properties}/${type}/groups` } as const;
      return (await call(question, replies.groupsReply)).results;
    },
    async createGroup(type: ObjectType, body: { name: string; label: string }): Promise<void> {
      await call({ path: `${paths.properties}/${type}/groups`, body }, z.unknown());
    },
    /** Of deals, the first stage first. */
    async readPipelines(signal?: AbortSignal) {
      const question = { method: 'GET', path: `${paths.pipelines}/deals` } as const;
      const { results } = await call(question, replies.pipelinesReply, signal);
      const inOrder = <T extends { displayOrder: number }>(all: T[]) =>
        [...all].sort((a, b) => a.displayOrder - b.displayOrder);
      return inOrder(results).map((one) => ({ ...one, stages: inOrder(one.stages) }));
    },
    async readAccount(signal?: AbortSignal) {
      const question = { method: 'GET', path: paths.account } as const;
      const { portalId, uiDomain } = await call(question, replies.accountReply, signal);
      // The emulator shows its records where it answers.
      const isEmulated = onThisMachine.includes(new URL(options.baseUrl).hostname);
      return {
        portalId,
        url: isEmulated ? options.baseUrl : `https://${uiDomain}/contacts/${portalId}`,
      };
    },
  };
}
