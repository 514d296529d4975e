import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { batchAnswer, runAlone } from './batch-outcomes.ts';
import { addCalls, type Call, nothing } from './calls.ts';
import type { Emulator } from './emulator.ts';
import { HubSpotError, notFound } from './errors.ts';
import { requireScope } from './gate.ts';
import { type Access, schemaScopes } from './keys.ts';
import type { ObjectType } from './kinds.ts';
import {
  answerProperty,
  archiveProperty,
  createProperty,
  findProperty,
  groupCreate,
  groupUpdate,
  propertyCreate,
  propertyUpdate,
  updateProperty,
} from './properties.ts';
import { readBody, readFlag, readObjectType, readParam } from './requests.ts';
import type { Group, Property } from './shapes.ts';
import type { World } from './world.ts';

type Target = { world: World; type: ObjectType };

const names = z.object({ inputs: z.array(z.object({ name: z.string() })) });
const several = z.object({ inputs: z.array(propertyCreate) });
const named = (request: FastifyRequest) => readParam(request, 'name');

function answerEach<T extends { name: string }>(
  world: World,
  reply: FastifyReply,
  inputs: T[],
  run: (input: T) => Property,
) {
  const { results, errors } = runAlone(
    inputs,
    (input) => [answerProperty(run(input))],
    ({ name }) => ({ name: [name] }),
  );
  if (errors.length > 0) reply.code(207);
  return batchAnswer(world, results, errors);
}

const propertyCalls: Call<Target>[] = [
  [
    'GET',
    '',
    'read',
    ({ world, type }, request) => {
      const archived = readFlag(request, 'archived');
      const all = [...world.shelves[type].properties.values()];
      return { results: all.filter((one) => one.archived === archived).map(answerProperty) };
    },
  ],
  [
    'POST',
    '',
    'write',
    ({ world, type }, request, reply) => {
      const property = createProperty(world, type, readBody(propertyCreate, request));
      reply.code(201);
      return answerProperty(property);
    },
  ],
  [
    'GET',
    '/:name',
    'read',
    ({ world, type }, request) => answerProperty(findProperty(world, type, named(request))),
  ],
  [
    'PATCH',
    '/:name',
    'write',
    ({ world, type }, request) => {
      const given = readBody(propertyUpdate, request);
      return answerProperty(updateProperty(world, type, named(request), given));
    },
  ],
  [
    'DELETE',
    '/:name',
    'write',
    ({ world, type }, request, reply) => {
      archiveProperty(world, type, named(request));
      return nothing(reply);
    },
  ],
  [
    'POST',
    '/batch/read',
    'read',
    ({ world, type }, request, reply) => {
      const { inputs } = readBody(names, request);
      return answerEach(world, reply, inputs, ({ name }) => findProperty(world, type, name));
    },
  ],
  [
    'POST',
    '/batch/create',
    'write',
    ({ world, type }, request, reply) => {
      const { inputs } = readBody(several, request);
      reply.code(201);
      return answerEach(world, reply, inputs, (given) => createProperty(world, type, given));
    },
  ],
];

function findGroup({ world, type }: Target, request: FastifyRequest): Group {
  const group = world.shelves[type].groups.get(named(request));
  if (!group) throw notFound();
  return group;
}

function createGroup({ world, type }: Target, request: FastifyRequest, reply: FastifyReply): Group {
  const { groups } = world.shelves[type];
  const group = { ...readBody(groupCreate, request), archived: false };
  if (groups.has(group.name)) {
    throw new HubSpotError(409, 'CONFLICT', `A property group named ${group.name} already exists.`);
  }
  groups.set(group.name, group);
  reply.code(201);
  return group;
}

function updateGroup(target: Target, request: FastifyRequest): Group {
  const group = findGroup(target, request);
  const { label, displayOrder } = readBody(groupUpdate, request);
  group.label = label ?? group.label;
  group.displayOrder = displayOrder ?? group.displayOrder;
  return group;
}

const groupCalls: Call<Target>[] = [
  ['GET', '', 'read', ({ world, type }) => ({ results: [...world.shelves[type].groups.values()] })],
  ['POST', '', 'write', createGroup],
  ['GET', '/:name', 'read', findGroup],
  ['PATCH', '/:name', 'write', updateGroup],
  [
    'DELETE',
    '/:name',
    'write',
    (target, request, reply) => {
      target.world.shelves[target.type].groups.delete(findGroup(target, request).name);
      return nothing(reply);
    },
  ],
];

export function addPropertyRoutes(app: FastifyInstance, { world }: Emulator, base: string): void {
  const open = (request: FastifyRequest, access: Access): Target => {
    const type = readObjectType(request);
    requireScope(request, schemaScopes(type, access));
    return { world, type };
  };
  addCalls(app, `${base}/:objectType`, open, propertyCalls);
  addCalls(app, `${base}/:objectType/groups`, open, groupCalls);
}
