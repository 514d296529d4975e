import type { Ask } from './calls.ts';
import type { Refusal } from './errors.ts';
import type { ObjectType } from './objects.ts';
import { hubspotPaths, inParts } from './paths.ts';
import { associatedReply, refusalOf } from './replies.ts';

export type Association = { from: string; to: string; types: number[] };

const mostAssociated = 1_000;

function inputOf({ from, to, types }: Association) {
  return {
    from: { id: from },
    to: { id: to },
    types: types.map((associationTypeId) => ({
      associationCategory: 'HUBSPOT_DEFINED',
      associationTypeId,
    })),
  };
}

/** The calls about what belongs to what. */
export function associationCalls(call: Ask) {
  return {
    /** Answers with the pairs that HubSpot says are made, and with what it refuses. */
    async associate(from: ObjectType, to: ObjectType, all: Association[], signal?: AbortSignal) {
      const refusals: Refusal[] = [];
      const made: Pick<Association, 'from' | 'to'>[] = [];
      for (const part of inParts(all, mostAssociated)) {
        const path = `${hubspotPaths.associations}/${from}/${to}/batch/create`;
        const body = { inputs: part.map(inputOf) };
        const answer = await call({ path, body }, associatedReply, signal);
        refusals.push(...answer.errors.map(refusalOf));
        for (const pair of answer.results)
          made.push({ from: pair.fromObjectId, to: pair.toObjectId });
      }
      return { made, refusals };
    },
  };
}
