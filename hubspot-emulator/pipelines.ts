import { z } from 'zod';
import { HubSpotError, invalid, notFound } from './errors.ts';
import type { Pipeline, Stage, Times } from './shapes.ts';
import { isoTime, type World } from './world.ts';

export const stageInput = z.object({
  label: z.string().min(1),
  displayOrder: z.number().int().default(-1),
  stageId: z.string().optional(),
  metadata: z.record(z.string(), z.string()),
});
export const stagePatch = stageInput.partial().omit({ stageId: true });
export const pipelineInput = z.object({
  label: z.string().min(1),
  displayOrder: z.number().int().default(-1),
  pipelineId: z.string().optional(),
  stages: z.array(stageInput).default([]),
});
export const pipelinePatch = z.object({
  label: z.string().min(1).optional(),
  displayOrder: z.number().int().optional(),
  archived: z.boolean().optional(),
});

function answerTimes<T extends Times>(thing: T) {
  return { ...thing, createdAt: isoTime(thing.createdAt), updatedAt: isoTime(thing.updatedAt) };
}

export function answerStage(stage: Stage) {
  return { ...answerTimes(stage), writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT' };
}

export function answerPipeline(pipeline: Pipeline) {
  return { ...answerTimes(pipeline), stages: pipeline.stages.map(answerStage) };
}

export function findPipeline(world: World, id: string): Pipeline {
  const pipeline = world.pipelines.get(id);
  if (!pipeline || pipeline.archived) throw notFound();
  return pipeline;
}

export function findStage(pipeline: Pipeline, id: string): Stage {
  const stage = pipeline.stages.find((one) => one.id === id);
  if (!stage) throw notFound();
  return stage;
}

function isClosed(metadata: Record<string, string>): boolean {
  return ['0', '1'].includes(String(Number(metadata.probability)));
}

function toStage(world: World, given: z.infer<typeof stageInput>): Stage {
  const probability = Number(given.metadata.probability ?? Number.NaN);
  if (!(probability >= 0 && probability <= 1)) {
    throw invalid('Deal stages need a metadata.probability between 0.0 and 1.0');
  }
  const at = world.now();
  return {
    id: given.stageId ?? String(Math.floor(world.random() * 1e9)),
    label: given.label,
    displayOrder: given.displayOrder,
    metadata: { isClosed: String(isClosed(given.metadata)), ...given.metadata },
    archived: false,
    createdAt: at,
    updatedAt: at,
  };
}

export function createPipeline(world: World, given: z.infer<typeof pipelineInput>): Pipeline {
  const id = given.pipelineId ?? String(Math.floor(world.random() * 1e9));
  if (world.pipelines.has(id)) {
    throw new HubSpotError(409, 'CONFLICT', `A pipeline with id ${id} already exists`);
  }
  const at = world.now();
  const pipeline: Pipeline = {
    id,
    label: given.label,
    displayOrder: given.displayOrder,
    stages: given.stages.map((stage) => toStage(world, stage)),
    archived: false,
    createdAt: at,
    updatedAt: at,
  };
  world.pipelines.set(id, pipeline);
  return pipeline;
}

export function updatePipeline(
  world: World,
  id: string,
  given: z.infer<typeof pipelinePatch>,
): Pipeline {
  const pipeline = findPipeline(world, id);
  pipeline.label = given.label ?? pipeline.label;
  pipeline.displayOrder = given.displayOrder ?? pipeline.displayOrder;
  pipeline.archived = given.archived ?? pipeline.archived;
  pipeline.updatedAt = world.now();
  return pipeline;
}

export function addStage(
  world: World,
  pipelineId: string,
  given: z.infer<typeof stageInput>,
): Stage {
  const pipeline = findPipeline(world, pipelineId);
  const stage = toStage(world, given);
  if (pipeline.stages.some((one) => one.id === stage.id)) {
    throw new HubSpotError(409, 'CONFLICT', `A stage with id ${stage.id} already exists`);
  }
  pipeline.stages.push(stage);
  return stage;
}

export function updateStage(
  world: World,
  pipelineId: string,
  stageId: string,
  given: z.infer<typeof stagePatch>,
): Stage {
  const stage = findStage(findPipeline(world, pipelineId), stageId);
  stage.label = given.label ?? stage.label;
  stage.displayOrder = given.displayOrder ?? stage.displayOrder;
  stage.metadata = { ...stage.metadata, ...given.metadata };
  stage.updatedAt = world.now();
  return stage;
}

/** A stage that deals still stand in cannot go. */
export function removeStage(world: World, pipelineId: string, stageId: string): void {
  const pipeline = findPipeline(world, pipelineId);
  findStage(pipeline, stageId);
  for (const { archivedAt, properties } of world.shelves.deals.records.values()) {
    if (
      archivedAt === undefined &&
      properties.dealstage === stageId &&
      properties.pipeline === pipelineId
    ) {
      throw invalid(`Stage ${stageId} is used by deals and cannot be deleted`);
    }
  }
  pipeline.stages = pipeline.stages.filter((stage) => stage.id !== stageId);
}

export function inDisplayOrder<T extends { displayOrder: number }>(things: Iterable<T>): T[] {
  return [...things].sort((a, b) => a.displayOrder - b.displayOrder);
}

/** Closed won, closed lost or still open, by what the stage's metadata says. */
export function stageState(world: World, pipelineId: string, stageId: string) {
  const stage = world.pipelines.get(pipelineId)?.stages.find((one) => one.id === stageId);
  const closed = stage?.metadata.isClosed === 'true';
  return { closed, won: closed && Number(stage?.metadata.probability) === 1 };
}
