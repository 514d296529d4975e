import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerIndexed, answerRecord, answerWritten } from './answers.ts';
import { batchCreate, batchIds, batchRead, batchUpdate, newObject } from './batch-inputs.ts';
import { batchAnswer } from './batch-outcomes.ts';
import { archiveBatch, createBatch, readBatch, updateBatch, upsertBatch } from './batches.ts';
import { addCalls, type Call, nothing } from './calls.ts';
import type { Emulator } from './emulator.ts';
import { invalid, notFound } from './errors.ts';
import { requireScope } from './gate.ts';
import { objectScope } from './keys.ts';
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

type Target = Emulator & { type: ObjectType };

const source: Source = { sourceType: 'INTEGRATION', sourceId: '1160452' };
const mergeInput = z.object({
  primaryObjectId: z.coerce.string(),
  objectIdToMerge: z.coerce.string(),
});
const changes = z.object({ properties: z.record(z.string(), z.unknown()) });

function readWanted(request: FastifyRequest) {
  return {
    properties: readList(request, 'properties'),
    propertiesWithHistory: readList(request, 'propertiesWithHistory'),
    associations: readList(request, 'associations'),
  };
}

function listObjects({ world, type }: Target, request: FastifyRequest) {
  const wanted = readWanted(request);
  const limit = readLimit(request, 10, wanted.propertiesWithHistory.length > 0 ? 50 : 100);
  const archived = readFlag(request, 'archived');
  const after = Number(readQuery(request, 'after') ?? 0);
  const all = [...world.shelves[type].records.values()].filter(
    (record) => (record.archivedAt !== undefined) === archived && Number(record.id) >= after,
  );
  const results = all.slice(0, limit).map((record) => answerRecord(world, record, wanted));
  return { results, ...pagingOf(all[limit]?.id) };
}

function createObject({ world, type }: Target, request: FastifyRequest, reply: FastifyReply) {
  const { properties, associations } = readBody(newObject, request);
  const record = createRecord(world, type, properties, source, associations ?? []);
  reply.code(201);
  return answerWritten(world, record, properties);
}

function readObject({ world, type }: Target, request: FastifyRequest) {
  const id = readParam(request, 'id');
  const record = findRecord(world, type, id, readQuery(request, 'idProperty'));
  const archived = readFlag(request, 'archived');
  if (!record || (record.archivedAt !== undefined) !== archived) throw notFound();
  return answerRecord(world, record, readWanted(request));
}

function updateObject({ world, type }: Target, request: FastifyRequest) {
  const { properties } = readBody(changes, request);
  if (Object.keys(properties).length === 0) {
    throw invalid('No properties found to update, please provide at least one.');
  }
  const idProperty = readQuery(request, 'idProperty');
  const record = liveRecord(world, type, readParam(request, 'id'), idProperty);
  return answerWritten(world, updateRecord(world, record, properties, source), properties);
}

function archiveObject({ world, type }: Target, request: FastifyRequest, reply: FastifyReply) {
  const record = findRecord(world, type, readParam(request, 'id'));
  if (record) archiveRecord(world, record, source);
  return nothing(reply);
}

function mergeObjects({ world, type }: Target, request: FastifyRequest) {
  const { primaryObjectId, objectIdToMerge } = readBody(mergeInput, request);
  return answerRecord(world, mergeRecords(world, type, primaryObjectId, objectIdToMerge));
}

function searchObjects({ world, faults, type }: Target, request: FastifyRequest) {
  const body = readBody(searchRequest, request);
  const { found, offset } = searchRecords(world, type, body);
  const isDisturbed = faults.repeatPageShare + faults.reorderPageShare + faults.holeShare > 0;
  const { results, after } = isDisturbed
    ? disturbPage(found, offset, body.limit, faults, world.random)
    : cutPage(found, offset, body.limit);
  const answers = results.map((each) => answerIndexed(world, type, each, body.properties ?? []));
  return { total: found.length, results: answers, ...pagingOf(after) };
}

type Outcome = ReturnType<typeof readBatch>;

/** 207 where something failed beside what succeeded. */
function sendBatch({ world }: Target, reply: FastifyReply, outcome: Outcome, status = 200) {
  reply.code(outcome.errors.length > 0 ? 207 : status);
  return batchAnswer(world, outcome.results, outcome.errors);
}

const objectCalls: Call<Target>[] = [
  ['GET', '', 'read', listObjects],
  ['POST', '', 'write', createObject],
  ['GET', '/:id', 'read', readObject],
  ['PATCH', '/:id', 'write', updateObject],
  ['DELETE', '/:id', 'write', archiveObject],
  ['POST', '/merge', 'write', mergeObjects],
  ['POST', '/search', 'read', searchObjects],
];

const batchCalls: Call<Target>[] = [
  [
    'POST',
    '/create',
    'write',
    (target, request, reply) => {
      const body = readBody(batchCreate, request);
      return sendBatch(target, reply, createBatch(target.world, target.type, body, source), 201);
    },
  ],
  [
    'POST',
    '/read',
    'read',
    (target, request, reply) => {
      const body = readBody(batchRead, request);
      const archived = readFlag(request, 'archived');
      return sendBatch(target, reply, readBatch(target.world, target.type, body, archived));
    },
  ],
  [
    'POST',
    '/update',
    'write',
    (target, request, reply) => {
      const body = readBody(batchUpdate, request);
      return sendBatch(target, reply, updateBatch(target.world, target.type, body, source));
    },
  ],
  [
    'POST',
    '/upsert',
    'write',
    (target, request, reply) => {
      const body = readBody(batchUpdate, request);
      return sendBatch(target, reply, upsertBatch(target.world, target.type, body, source));
    },
  ],
  [
    'POST',
    '/archive',
    'write',
    ({ world, type }, request, reply) => {
      archiveBatch(world, type, readBody(batchIds, request), source);
      return nothing(reply);
    },
  ],
];

export function addObjectRoutes(app: FastifyInstance, emulator: Emulator, base: string): void {
  const open = (request: FastifyRequest, access: 'read' | 'write'): Target => {
    const type = readObjectType(request);
    requireScope(request, objectScope(type, access));
    return { ...emulator, type };
  };
  addCalls(app, `${base}/:objectType`, open, objectCalls);
  addCalls(app, `${base}/:objectType/batch`, open, batchCalls);
}
