import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  associate,
  associated,
  associationSpec,
  dissociate,
  labelOf,
  pairBetween,
  typeIdOf,
  typesBetween,
} from './associations.ts';
import { batchAnswer } from './batches.ts';
import type { Emulator } from './emulator.ts';
import { errorInBatch, HubSpotError, invalid } from './errors.ts';
import { requireScope } from './gate.ts';
import { type Access, objectScope } from './keys.ts';
import { kinds, type ObjectType } from './kinds.ts';
import { liveRecord } from './objects.ts';
import { pagingOf } from './paging.ts';
import { readBody, readLimit, readObjectType, readParam, readQuery } from './requests.ts';
import type { CrmRecord, World } from './world.ts';

const most = { created: 2000, read: 1000, archived: 100, page: 500 };

const ref = z.object({ id: z.coerce.string() });
const pair = z.object({ from: ref, to: ref });
const inputs = <T extends z.ZodType>(input: T, largest: number) =>
  z.object({ inputs: z.array(input).min(1).max(largest) });
const batchDefault = inputs(pair, most.created);
const batchLabelled = inputs(pair.extend({ types: z.array(associationSpec) }), most.created);
const batchArchive = inputs(z.object({ from: ref, to: z.array(ref) }), most.archived);
const batchRead = inputs(ref.extend({ after: z.string().optional() }), most.read);

type Ends = { from: ObjectType; to: ObjectType };
type Handler = (ends: Ends, request: FastifyRequest, reply: FastifyReply) => unknown;

function guarded(access: Access, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const ends = {
      from: readObjectType(request, 'fromType'),
      to: readObjectType(request, 'toType'),
    };
    requireScope(request, objectScope(ends.from, access));
    requireScope(request, objectScope(ends.to, access));
    return handler(ends, request, reply);
  };
}

function answerDefault(from: CrmRecord, to: CrmRecord) {
  return [[from, to] as const, [to, from] as const].map(([one, other]) => ({
    from: { id: one.id },
    to: { id: other.id },
    associationSpec: {
      associationCategory: 'HUBSPOT_DEFINED',
      associationTypeId: pairBetween(one.objectType, other.objectType)?.plain,
    },
  }));
}

function answerLabelled(from: CrmRecord, to: CrmRecord, types: { associationTypeId: number }[]) {
  return {
    fromObjectTypeId: typeIdOf(from.objectType),
    fromObjectId: from.id,
    toObjectTypeId: typeIdOf(to.objectType),
    toObjectId: to.id,
    labels: types.flatMap(({ associationTypeId }) => labelOf(associationTypeId) ?? []),
  };
}

function answerTargets(world: World, from: { objectType: ObjectType; id: string }, to: ObjectType) {
  return [...associated(world, from, to)].map(([toObjectId, types]) => ({
    toObjectId,
    associationTypes: [...types].map((typeId) => ({
      category: 'HUBSPOT_DEFINED',
      typeId,
      label: labelOf(typeId),
    })),
  }));
}

function associateLabelled(
  world: World,
  ends: Ends,
  fromId: string,
  toId: string,
  types: z.infer<typeof associationSpec>[],
) {
  const wrong = types.find((spec) => !typesBetween(ends.from, ends.to, spec));
  if (wrong || types.length === 0) {
    const names = `${kinds[ends.from].singular} to ${kinds[ends.to].singular}`;
    throw invalid(`One or more association types are not valid from ${names}`);
  }
  const from = liveRecord(world, ends.from, fromId);
  const to = liveRecord(world, ends.to, toId);
  associate(world, from, to, types);
  return answerLabelled(from, to, types);
}

/** Each stands or falls alone. */
function runEach<T>(inputs: T[], run: (input: T) => unknown[], context: (input: T) => string[]) {
  const results: unknown[] = [];
  const errors: ReturnType<typeof errorInBatch>[] = [];
  for (const input of inputs) {
    try {
      results.push(...run(input));
    } catch (error) {
      if (!(error instanceof HubSpotError)) throw error;
      errors.push(errorInBatch(error, { ids: context(input) }));
    }
  }
  return { results, errors };
}

export function addAssociationRoutes(app: FastifyInstance, { world }: Emulator, base: string) {
  const many = `${base}/:fromType/:id/associations`;
  const one = `${many}/:toType/:toId`;

  app.put(
    `${many}/default/:toType/:toId`,
    guarded('write', (ends, request) => {
      const from = liveRecord(world, ends.from, readParam(request, 'id'));
      const to = liveRecord(world, ends.to, readParam(request, 'toId'));
      associate(world, from, to);
      return batchAnswer(world, answerDefault(from, to), []);
    }),
  );
  app.put(
    one,
    guarded('write', (ends, request, reply) => {
      const types = readBody(z.array(associationSpec), request);
      const ids = [readParam(request, 'id'), readParam(request, 'toId')] as const;
      const answer = associateLabelled(world, ends, ...ids, types);
      reply.code(201);
      return answer;
    }),
  );
  app.delete(
    one,
    guarded('write', (ends, request, reply) => {
      const from = liveRecord(world, ends.from, readParam(request, 'id'));
      dissociate(world, from, liveRecord(world, ends.to, readParam(request, 'toId')));
      return reply.code(204).send();
    }),
  );
  app.get(
    `${many}/:toType`,
    guarded('read', (ends, request) => {
      // By an id that was merged away nothing is found: the winner's own id must be asked for.
      const from = { objectType: ends.from, id: readParam(request, 'id') };
      liveRecord(world, ends.from, from.id);
      const limit = readLimit(request, most.page, most.page);
      const start = Number(readQuery(request, 'after') ?? 0);
      const all = answerTargets(world, from, ends.to);
      const next = start + limit < all.length ? String(start + limit) : undefined;
      return { results: all.slice(start, start + limit), ...pagingOf(next) };
    }),
  );
}

export function addAssociationBatchRoutes(app: FastifyInstance, { world }: Emulator, base: string) {
  const batch = `${base}/:fromType/:toType/batch`;
  const idsOf = (input: z.infer<typeof pair>) => [input.from.id, input.to.id];

  app.post(
    `${batch}/associate/default`,
    guarded('write', (ends, request, reply) => {
      const { results, errors } = runEach(
        readBody(batchDefault, request).inputs,
        (input) => {
          const from = liveRecord(world, ends.from, input.from.id);
          const to = liveRecord(world, ends.to, input.to.id);
          associate(world, from, to);
          return answerDefault(from, to);
        },
        idsOf,
      );
      reply.code(errors.length > 0 ? 207 : 200);
      return batchAnswer(world, results, errors);
    }),
  );
  app.post(
    `${batch}/create`,
    guarded('write', (ends, request, reply) => {
      const { results, errors } = runEach(
        readBody(batchLabelled, request).inputs,
        ({ from, to, types }) => [associateLabelled(world, ends, from.id, to.id, types)],
        idsOf,
      );
      reply.code(errors.length > 0 ? 207 : 201);
      return batchAnswer(world, results, errors);
    }),
  );
  app.post(
    `${batch}/archive`,
    guarded('write', (ends, request, reply) => {
      for (const { from, to } of readBody(batchArchive, request).inputs) {
        const record = liveRecord(world, ends.from, from.id);
        for (const { id } of to) dissociate(world, record, liveRecord(world, ends.to, id));
      }
      return reply.code(204).send();
    }),
  );
  app.post(
    `${batch}/read`,
    guarded('read', (ends, request, reply) => {
      const { results, errors } = runEach(
        readBody(batchRead, request).inputs,
        ({ id }) => {
          const to = answerTargets(world, { objectType: ends.from, id }, ends.to);
          if (to.length > 0) return [{ from: { id }, to }];
          const names = `${kinds[ends.from].singular} ${id}`;
          throw new HubSpotError(
            404,
            'OBJECT_NOT_FOUND',
            `No ${kinds[ends.to].singular} is associated with ${names}.`,
            { subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND' },
          );
        },
        ({ id }) => [id],
      );
      reply.code(errors.length > 0 ? 207 : 200);
      return batchAnswer(world, results, errors);
    }),
  );
}
