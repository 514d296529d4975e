import { z } from 'zod';
import type { Ask } from './calls.ts';
import type { ObjectType } from './objects.ts';
import { hubspotPaths } from './paths.ts';
import { accountReply, groupsReply, pipelinesReply, propertiesReply } from './replies.ts';

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

function inOrder<T extends { displayOrder: number }>(all: T[]): T[] {
  return all.toSorted((a, b) => a.displayOrder - b.displayOrder);
}

/** The calls about the account itself: its properties, its pipelines, and whose it is. */
export function accountCalls(call: Ask, baseUrl: string) {
  const { properties, pipelines, account } = hubspotPaths;
  return {
    async readProperties(type: ObjectType, signal?: AbortSignal) {
      const question = { method: 'GET', path: `${properties}/${type}` } as const;
      return (await call(question, propertiesReply, signal)).results;
    },
    async createProperty(type: ObjectType, body: NewProperty): Promise<void> {
      await call({ path: `${properties}/${type}`, body }, z.unknown());
    },
    async readGroups(type: ObjectType) {
      const question = { method: 'GET', path: `${properties}/${type}/groups` } as const;
      return (await call(question, groupsReply)).results;
    },
    async createGroup(type: ObjectType, body: { name: string; label: string }): Promise<void> {
      await call({ path: `${properties}/${type}/groups`, body }, z.unknown());
    },
    /** Of deals, the first stage first. */
    async readPipelines(signal?: AbortSignal) {
      const question = { method: 'GET', path: `${pipelines}/deals` } as const;
      const { results } = await call(question, pipelinesReply, signal);
      return inOrder(results).map((one) => ({ ...one, stages: inOrder(one.stages) }));
    },
    async readAccount(signal?: AbortSignal) {
      const question = { method: 'GET', path: account } as const;
      const { portalId, uiDomain } = await call(question, accountReply, signal);
      // The emulator shows its records where it answers.
      const isEmulated = onThisMachine.includes(new URL(baseUrl).hostname);
      return {
        portalId,
        url: isEmulated ? baseUrl : `https://${uiDomain}/contacts/${portalId}`,
      };
    },
  };
}
