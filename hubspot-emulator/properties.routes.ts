import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { batchAnswer } from './batches.ts';
import type { Emulator } from './emulator.ts';
import { errorInBatch, HubSpotError, notFound } from './errors.ts';
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

type Handler = (type: ObjectType, request: FastifyRequest, reply: FastifyReply) => unknown;

function guarded(access: Access, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const type = readObjectType(request);
    requireScope(request, schemaScopes(type, access));
    return handler(type, request, reply);
  };
}

const names = z.object({ inputs: z.array(z.object({ name: z.string() })) });
const several = z.object({ inputs: z.array(propertyCreate) });

export function addPropertyRoutes(app: FastifyInstance, { world }: Emulator, base: string) {
  const all = `${base}/:objectType`;
  const one = `${all}/:name`;
  const named = (request: FastifyRequest) => readParam(request, 'name');

  app.get(
    all,
    guarded('read', (type, request) => {
      const archived = readFlag(request, 'archived');
      const properties = [...world.shelves[type].properties.values()];
      const shown = properties.filter((property) => property.archived === archived);
      return { results: shown.map(answerProperty) };
    }),
  );
  app.post(
    all,
    guarded('write', (type, request, reply) => {
      const property = createProperty(world, type, readBody(propertyCreate, request));
      reply.code(201);
      return answerProperty(property);
    }),
  );
  app.get(
    one,
    guarded('read', (type, request) => answerProperty(findProperty(world, type, named(request)))),
  );
  app.patch(
    one,
    guarded('write', (type, request) =>
      answerProperty(
        updateProperty(world, type, named(request), readBody(propertyUpdate, request)),
      ),
    ),
  );
  app.delete(
    one,
    guarded('write', (type, request, reply) => {
      archiveProperty(world, type, named(request));
      return reply.code(204).send();
    }),
  );
  app.post(
    `${all}/batch/read`,
    guarded('read', (type, request, reply) => {
      const { inputs } = readBody(names, request);
      return answerEach(reply, inputs, 200, ({ name }) => findProperty(world, type, name));
    }),
  );
  app.post(
    `${all}/batch/create`,
    guarded('write', (type, request, reply) => {
      const { inputs } = readBody(several, request);
      return answerEach(reply, inputs, 201, (given) => createProperty(world, type, given));
    }),
  );

  function answerEach<T extends { name: string }>(
    reply: FastifyReply,
    inputs: T[],
    status: number,
    run: (input: T) => ReturnType<typeof findProperty>,
  ) {
    const results: unknown[] = [];
    const errors: ReturnType<typeof errorInBatch>[] = [];
    for (const input of inputs) {
      try {
        results.push(answerProperty(run(input)));
      } catch (error) {
        if (!(error instanceof HubSpotError)) throw error;
        errors.push(errorInBatch(error, { name: [input.name] }));
      }
    }
    reply.code(errors.length > 0 ? 207 : status);
    return batchAnswer(world, results, errors);
  }
}

export function addGroupRoutes(app: FastifyInstance, { world }: Emulator, base: string) {
  const all = `${base}/:objectType/groups`;
  const one = `${all}/:name`;
  const find = (type: ObjectType, request: FastifyRequest) => {
    const group = world.shelves[type].groups.get(readParam(request, 'name'));
    if (!group) throw notFound();
    return group;
  };

  app.get(
    all,
    guarded('read', (type) => ({ results: [...world.shelves[type].groups.values()] })),
  );
  app.post(
    all,
    guarded('write', (type, request, reply) => {
      const group = { ...readBody(groupCreate, request), archived: false };
      if (world.shelves[type].groups.has(group.name)) {
        throw new HubSpotError(
          409,
          'CONFLICT',
          `A property group named ${group.name} already exists.`,
        );
      }
      world.shelves[type].groups.set(group.name, group);
      reply.code(201);
      return group;
    }),
  );
  app.get(one, guarded('read', find));
  app.patch(
    one,
    guarded('write', (type, request) => {
      const group = find(type, request);
      const { label, displayOrder } = readBody(groupUpdate, request);
      group.label = label ?? group.label;
      group.displayOrder = displayOrder ?? group.displayOrder;
      return group;
    }),
  );
  app.delete(
    one,
    guarded('write', (type, request, reply) => {
      world.shelves[type].groups.delete(find(type, request).name);
      return reply.code(204).send();
    }),
  );
}
