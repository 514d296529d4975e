import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Only deals have pipelines here. */
function guarded(access: Access, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const type = readObjectType(request);
    requireScope(request, schemaScopes(type, access));
    if (type !== 'deals') throw notFound();
    return handler(request, reply);
  };
}

export function addPipelineRoutes(app: FastifyInstance, { world }: Emulator, base: string) {
  const all = `${base}/:objectType`;
  const one = `${all}/:pipelineId`;
  const stages = `${one}/stages`;
  const pipelineId = (request: FastifyRequest) => readParam(request, 'pipelineId');
  const stageId = (request: FastifyRequest) => readParam(request, 'stageId');

  app.get(
    all,
    guarded('read', () => {
      const live = [...world.pipelines.values()].filter((pipeline) => !pipeline.archived);
      return { results: inDisplayOrder(live).map(answerPipeline) };
    }),
  );
  app.post(
    all,
    guarded('write', (request, reply) => {
      const pipeline = createPipeline(world, readBody(pipelineInput, request));
      reply.code(201);
      return answerPipeline(pipeline);
    }),
  );
  app.get(
    one,
    guarded('read', (request) => answerPipeline(findPipeline(world, pipelineId(request)))),
  );
  app.patch(
    one,
    guarded('write', (request) =>
      answerPipeline(updatePipeline(world, pipelineId(request), readBody(pipelinePatch, request))),
    ),
  );
  app.delete(
    one,
    guarded('write', (request, reply) => {
      updatePipeline(world, pipelineId(request), { archived: true });
      return reply.code(204).send();
    }),
  );
  app.get(
    stages,
    guarded('read', (request) => ({
      results: inDisplayOrder(findPipeline(world, pipelineId(request)).stages).map(answerStage),
    })),
  );
  app.post(
    stages,
    guarded('write', (request, reply) => {
      const stage = addStage(world, pipelineId(request), readBody(stageInput, request));
      reply.code(201);
      return answerStage(stage);
    }),
  );
  app.get(
    `${stages}/:stageId`,
    guarded('read', (request) =>
      answerStage(findStage(findPipeline(world, pipelineId(request)), stageId(request))),
    ),
  );
  app.patch(
    `${stages}/:stageId`,
    guarded('write', (request) => {
      const given = readBody(stagePatch, request);
      return answerStage(updateStage(world, pipelineId(request), stageId(request), given));
    }),
  );
  app.delete(
    `${stages}/:stageId`,
    guarded('write', (request, reply) => {
      removeStage(world, pipelineId(request), stageId(request));
      return reply.code(204).send();
    }),
  );
}
