import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerIndexed, answerRecord, answerWritten } from './answers.ts';
import {
  archiveBatch,
  batchAnswer,
  batchCreate,
  batchIds,
  batchRead,
  batchUpdate,
  createBatch,
  newObject,
  readBatch,
  updateBatch,
  upsertBatch,
} from './batches.ts';
import type { Emulator } from './emulator.ts';
import { invalid, notFound } from './errors.ts';
import { requireScope } from './gate.ts';
import { type Access, objectScope } from './keys.ts';
import type { ObjectType } from './kinds.ts';
import { mergeRecords } from './merge.ts';
import { archiveRecord, createRecord, findRecord, liveRecord, updateRecord } from './objects.ts';
import { cutPage, disturbPage, pagingOf } from './paging.ts';
import {
  readBody,
  readFlag,
  readLimit,
  readList,
  readObjectType,
  readParam,
  readQuery,
} from './requests.ts';
import { searchRecords, searchRequest } from './search.ts';
import type { Source } from './world.ts';

const source: Source = { sourceType: 'INTEGRATION', sourceId: '1160452' };
const mergeInput = z.object({
  primaryObjectId: z.coerce.string(),
  objectIdToMerge: z.coerce.string(),
});
const changes = z.object({ properties: z.record(z.string(), z.unknown()) });

type Handler = (type: ObjectType, request: FastifyRequest, reply: FastifyReply) => unknown;

function guarded(access: Access, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const type = readObjectType(request);
    requireScope(request, objectScope(type, access));
    return handler(type, request, reply);
  };
}

function readWanted(request: FastifyRequest) {
  return {
    properties: readList(request, 'properties'),
    propertiesWithHistory: readList(request, 'propertiesWithHistory'),
    associations: readList(request, 'associations'),
  };
}

export function addObjectRoutes(app: FastifyInstance, { world, faults }: Emulator, base: string) {
  const one = `${base}/:objectType/:id`;
  const many = `${base}/:objectType`;

  app.get(
    many,
    guarded('read', (type, request) => {
      const wanted = readWanted(request);
      const limit = readLimit(request, 10, wanted.propertiesWithHistory.length > 0 ? 50 : 100);
      const archived = readFlag(request, 'archived');
      const after = Number(readQuery(request, 'after') ?? 0);
      const all = [...world.shelves[type].records.values()].filter(
        (record) => (record.archivedAt !== undefined) === archived && Number(record.id) >= after,
      );
      const next = all[limit];
      const results = all.slice(0, limit).map((record) => answerRecord(world, record, wanted));
      return { results, ...pagingOf(next?.id) };
    }),
  );

  app.post(
    many,
    guarded('write', (type, request, reply) => {
      const { properties, associations } = readBody(newObject, request);
      const record = createRecord(world, type, properties, source, associations ?? []);
      reply.code(201);
      return answerWritten(world, record, properties);
    }),
  );

  app.get(
    one,
    guarded('read', (type, request) => {
      const id = readParam(request, 'id');
      const record = findRecord(world, type, id, readQuery(request, 'idProperty'));
      const archived = readFlag(request, 'archived');
      if (!record || (record.archivedAt !== undefined) !== archived) throw notFound();
      return answerRecord(world, record, readWanted(request));
    }),
  );

  app.patch(
    one,
    guarded('write', (type, request) => {
      const { properties } = readBody(changes, request);
      if (Object.keys(properties).length === 0) {
        throw invalid('No properties found to update, please provide at least one.');
      }
      const idProperty = readQuery(request, 'idProperty');
      const record = liveRecord(world, type, readParam(request, 'id'), idProperty);
      return answerWritten(world, updateRecord(world, record, properties, source), properties);
    }),
  );

  app.delete(
    one,
    guarded('write', (type, request, reply) => {
      const record = findRecord(world, type, readParam(request, 'id'));
      if (record) archiveRecord(world, record, source);
      return reply.code(204).send();
    }),
  );

  app.post(
    `${many}/merge`,
    guarded('write', (type, request) => {
      const { primaryObjectId, objectIdToMerge } = readBody(mergeInput, request);
      return answerRecord(world, mergeRecords(world, type, primaryObjectId, objectIdToMerge));
    }),
  );

  app.post(
    `${many}/search`,
    guarded('read', (type, request) => {
      const body = readBody(searchRequest, request);
      const { found, offset } = searchRecords(world, type, body);
      const isDisturbed = faults.repeatPageShare + faults.reorderPageShare + faults.holeShare > 0;
      const { results, after } = isDisturbed
        ? disturbPage(found, offset, body.limit, faults, world.random)
        : cutPage(found, offset, body.limit);
      const answers = results.map((each) =>
        answerIndexed(world, type, each, body.properties ?? []),
      );
      return { total: found.length, results: answers, ...pagingOf(after) };
    }),
  );
}

export function addBatchRoutes(app: FastifyInstance, { world }: Emulator, base: string) {
  const batch = `${base}/:objectType/batch`;
  const send = (
    reply: FastifyReply,
    { results, errors }: ReturnType<typeof readBatch>,
    status = 200,
  ) => {
    reply.code(errors.length > 0 ? 207 : status);
    return batchAnswer(world, results, errors);
  };

  app.post(
    `${batch}/create`,
    guarded('write', (type, request, reply) =>
      send(reply, createBatch(world, type, readBody(batchCreate, request), source), 201),
    ),
  );

  app.post(
    `${batch}/read`,
    guarded('read', (type, request, reply) =>
      send(
        reply,
        readBatch(world, type, readBody(batchRead, request), readFlag(request, 'archived')),
      ),
    ),
  );

  app.post(
    `${batch}/update`,
    guarded('write', (type, request, reply) =>
      send(reply, updateBatch(world, type, readBody(batchUpdate, request), source)),
    ),
  );

  app.post(
    `${batch}/upsert`,
    guarded('write', (type, request, reply) =>
      send(reply, upsertBatch(world, type, readBody(batchUpdate, request), source)),
    ),
  );

  app.post(
    `${batch}/archive`,
    guarded('write', (type, request, reply) => {
      archiveBatch(world, type, readBody(batchIds, request), source);
      return reply.code(204).send();
    }),
  );
}
