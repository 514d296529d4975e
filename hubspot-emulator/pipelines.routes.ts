import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addCalls, type Call, nothing } from './calls.ts';
import type { Emulator } from './emulator.ts';
import { notFound } from './errors.ts';
import { requireScope } from './gate.ts';
import { type Access, schemaScopes } from './keys.ts';
import {
  addStage,
  answerPipeline,
  answerStage,
  createPipeline,
  findPipeline,
  findStage,
  inDisplayOrder,
  pipelineInput,
  pipelinePatch,
  removeStage,
  stageInput,
  stagePatch,
  updatePipeline,
  updateStage,
} from './pipelines.ts';
import { readBody, readObjectType, readParam } from './requests.ts';
import type { World } from './world.ts';

const pipelineId = (request: FastifyRequest) => readParam(request, 'pipelineId');
const stageId = (request: FastifyRequest) => readParam(request, 'stageId');

const pipelineCalls: Call<World>[] = [
  [
    'GET',
    '',
    'read',
    (world) => {
      const live = [...world.pipelines.values()].filter((pipeline) => !pipeline.archived);
      return { results: inDisplayOrder(live).map(answerPipeline) };
    },
  ],
  [
    'POST',
    '',
    'write',
    (world, request, reply) => {
      const pipeline = createPipeline(world, readBody(pipelineInput, request));
      reply.code(201);
      return answerPipeline(pipeline);
    },
  ],
  [
    'GET',
    '/:pipelineId',
    'read',
    (world, request) => answerPipeline(findPipeline(world, pipelineId(request))),
  ],
  [
    'PATCH',
    '/:pipelineId',
    'write',
    (world, request) => {
      const given = readBody(pipelinePatch, request);
      return answerPipeline(updatePipeline(world, pipelineId(request), given));
    },
  ],
  [
    'DELETE',
    '/:pipelineId',
    'write',
    (world, request, reply) => {
      updatePipeline(world, pipelineId(request), { archived: true });
      return nothing(reply);
    },
  ],
];

const stageCalls: Call<World>[] = [
  [
    'GET',
    '',
    'read',
    (world, request) => {
      const { stages } = findPipeline(world, pipelineId(request));
      return { results: inDisplayOrder(stages).map(answerStage) };
    },
  ],
  [
    'POST',
    '',
    'write',
    (world, request, reply) => {
      const stage = addStage(world, pipelineId(request), readBody(stageInput, request));
      reply.code(201);
      return answerStage(stage);
    },
  ],
  [
    'GET',
    '/:stageId',
    'read',
    (world, request) =>
      answerStage(findStage(findPipeline(world, pipelineId(request)), stageId(request))),
  ],
  [
    'PATCH',
    '/:stageId',
    'write',
    (world, request) => {
      const given = readBody(stagePatch, request);
      return answerStage(updateStage(world, pipelineId(request), stageId(request), given));
    },
  ],
  [
    'DELETE',
    '/:stageId',
    'write',
    (world, request, reply) => {
      removeStage(world, pipelineId(request), stageId(request));
      return nothing(reply);
    },
  ],
];

export function addPipelineRoutes(app: FastifyInstance, { world }: Emulator, base: string): void {
  const open = (request: FastifyRequest, access: Access): World => {
    const type = readObjectType(request);
    requireScope(request, schemaScopes(type, access));
    // Only deals have pipelines here.
    if (type !== 'deals') throw notFound();
    return world;
  };
  addCalls(app, `${base}/:objectType`, open, pipelineCalls);
  addCalls(app, `${base}/:objectType/:pipelineId/stages`, open, stageCalls);
}
