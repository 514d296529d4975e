import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  answerTargets,
  answerTargetsInBatch,
  associateByDefault,
  associateLabelled,
  type Ends,
} from './association-answers.ts';
import { associationSpec, dissociate } from './associations.ts';
import { batchAnswer, runAlone } from './batch-outcomes.ts';
import { addCalls, type Call, nothing } from './calls.ts';
import type { Emulator } from './emulator.ts';
import { requireScope } from './gate.ts';
import { type Access, objectScope } from './keys.ts';
import { liveRecord } from './objects.ts';
import { cutPage, pagingOf } from './paging.ts';
import { readBody, readLimit, readObjectType, readParam, readQuery } from './requests.ts';

const most = { created: 2000, read: 1000, archived: 100, page: 500 };

const ref = z.object({ id: z.coerce.string() });
const pair = z.object({ from: ref, to: ref });
const inputs = <T extends z.ZodType>(input: T, largest: number) =>
  z.object({ inputs: z.array(input).min(1).max(largest) });
const batchDefault = inputs(pair, most.created);
const batchLabelled = inputs(pair.extend({ types: z.array(associationSpec) }), most.created);
const batchArchive = inputs(z.object({ from: ref, to: z.array(ref) }), most.archived);
const batchRead = inputs(ref, most.read);

const fromId = (request: FastifyRequest) => readParam(request, 'id');
const toId = (request: FastifyRequest) => readParam(request, 'toId');
const idsOf = (input: z.infer<typeof pair>) => ({ ids: [input.from.id, input.to.id] });

function listTargets(ends: Ends, request: FastifyRequest) {
  liveRecord(ends.world, ends.from, fromId(request));
  const limit = readLimit(request, most.page, most.page);
  const start = Number(readQuery(request, 'after') ?? 0);
  const { results, after } = cutPage(answerTargets(ends, fromId(request)), start, limit);
  return { results, ...pagingOf(after) };
}

function associateOne(ends: Ends, request: FastifyRequest, reply: FastifyReply) {
  const types = readBody(z.array(associationSpec), request);
  const answer = associateLabelled(ends, fromId(request), toId(request), types);
  reply.code(201);
  return answer;
}

function dissociateOne(ends: Ends, request: FastifyRequest, reply: FastifyReply) {
  const from = liveRecord(ends.world, ends.from, fromId(request));
  dissociate(ends.world, from, liveRecord(ends.world, ends.to, toId(request)));
  return nothing(reply);
}

const calls: Call<Ends>[] = [
  [
    'PUT',
    '/default/:toType/:toId',
    'write',
    (ends, request) =>
      batchAnswer(ends.world, associateByDefault(ends, fromId(request), toId(request)), []),
  ],
  ['PUT', '/:toType/:toId', 'write', associateOne],
  ['DELETE', '/:toType/:toId', 'write', dissociateOne],
  ['GET', '/:toType', 'read', listTargets],
];

function sendBatch(
  { world }: Ends,
  reply: FastifyReply,
  { results, errors }: ReturnType<typeof runAlone>,
  status = 200,
) {
  reply.code(errors.length > 0 ? 207 : status);
  return batchAnswer(world, results, errors);
}

function associateMany(ends: Ends, request: FastifyRequest, reply: FastifyReply) {
  const body = readBody(batchDefault, request);
  const run = ({ from, to }: z.infer<typeof pair>) => associateByDefault(ends, from.id, to.id);
  return sendBatch(ends, reply, runAlone(body.inputs, run, idsOf));
}

function associateManyLabelled(ends: Ends, request: FastifyRequest, reply: FastifyReply) {
  const body = readBody(batchLabelled, request);
  const outcome = runAlone(
    body.inputs,
    ({ from, to, types }) => [associateLabelled(ends, from.id, to.id, types)],
    idsOf,
  );
  return sendBatch(ends, reply, outcome, 201);
}

function dissociateMany(ends: Ends, request: FastifyRequest, reply: FastifyReply) {
  const { world } = ends;
  for (const { from, to } of readBody(batchArchive, request).inputs) {
    const record = liveRecord(world, ends.from, from.id);
    for (const { id } of to) dissociate(world, record, liveRecord(world, ends.to, id));
  }
  return nothing(reply);
}

function listMany(ends: Ends, request: FastifyRequest, reply: FastifyReply) {
  const body = readBody(batchRead, request);
  const run = ({ id }: { id: string }) => [answerTargetsInBatch(ends, id)];
  return sendBatch(
    ends,
    reply,
    runAlone(body.inputs, run, ({ id }) => ({ ids: [id] })),
  );
}

const batchCalls: Call<Ends>[] = [
  ['POST', '/associate/default', 'write', associateMany],
  ['POST', '/create', 'write', associateManyLabelled],
  ['POST', '/archive', 'write', dissociateMany],
  ['POST', '/read', 'read', listMany],
];

/** Both objects must be open to the key. */
function opener({ world }: Emulator) {
  return (request: FastifyRequest, access: Access): Ends => {
    const from = readObjectType(request, 'fromType');
    const to = readObjectType(request, 'toType');
    for (const type of [from, to]) requireScope(request, objectScope(type, access));
    return { world, from, to };
  };
}

export function addAssociationRoutes(app: FastifyInstance, emulator: Emulator, base: string) {
  addCalls(app, `${base}/:fromType/:id/associations`, opener(emulator), calls);
}

export function addAssociationBatchRoutes(app: FastifyInstance, emulator: Emulator, base: string) {
  addCalls(app, `${base}/:fromType/:toType/batch`, opener(emulator), batchCalls);
}
