import type { z } from 'zod';
import { answerRecord, answerWritten, type Wanted } from './answers.ts';
import type { batchCreate, batchIds, batchRead, batchUpdate, changed } from './batch-inputs.ts';
import { type BatchError, runEach, type Traced } from './batch-outcomes.ts';
import { errorInBatch, HubSpotError, invalid } from './errors.ts';
import { kinds, type ObjectType } from './kinds.ts';
import {
  archiveRecord,
  checkUniqueProperty,
  createRecord,
  findRecord,
  readTargets,
  updateRecord,
} from './objects.ts';
import { ownerOf, readValues } from './values.ts';
import type { Source, World } from './world.ts';

const most = { inputs: 100, withHistory: 50 };

function checkSize(inputs: readonly unknown[], largest = most.inputs): void {
  if (inputs.length === 0) throw invalid('The inputs of a batch request must not be empty');
  if (inputs.length <= largest) return;
  throw invalid(`The maximum number of inputs in a batch request is ${largest}`);
}

function checkTwice(ids: readonly string[]): void {
  const twice = [...new Set(ids.filter((one, index) => ids.indexOf(one) !== index))];
  if (twice.length === 0) return;
  throw invalid(`Duplicate IDs found in batch input: [${twice.join(', ')}]. IDs must be unique`);
}

function missing(type: ObjectType, ids: string[], traces: string[]): BatchError {
  const name = kinds[type].singular.toUpperCase();
  const message = `Could not get some ${name} objects, they may be deleted or not exist. Check that ids are valid.`;
  const error = new HubSpotError(404, 'OBJECT_NOT_FOUND', message);
  return errorInBatch(error, {
    ids,
    ...(traces.length > 0 && { objectWriteTraceId: traces }),
  });
}

function withTrace(input: Traced) {
  return input.objectWriteTraceId ? { objectWriteTraceId: input.objectWriteTraceId } : {};
}

function checkSameUnique(world: World, type: ObjectType, inputs: { properties: object }[]) {
  for (const property of world.shelves[type].properties.values()) {
    if (!property.hasUniqueValue) continue;
    const given = inputs.flatMap(({ properties }) => {
      const value = (properties as Record<string, unknown>)[property.name];
      return value === undefined || value === null || value === ''
        ? []
        : [String(value).toLowerCase()];
    });
    if (new Set(given).size === given.length) continue;
    throw invalid(`Duplicate values of ${property.name} found in batch input`);
  }
}

export function createBatch(
  world: World,
  type: ObjectType,
  { inputs }: z.infer<typeof batchCreate>,
  source: Source,
) {
  checkSize(inputs);
  if (!inputs.every((input) => input.objectWriteTraceId)) checkSameUnique(world, type, inputs);
  return runEach(
    inputs,
    (input) => {
      readValues(world, type, input.properties);
      readTargets(world, type, input.associations ?? []);
    },
    (input) => ({
      ...answerWritten(
        world,
        createRecord(world, type, input.properties, source, input.associations ?? []),
        input.properties,
      ),
      ...withTrace(input),
    }),
  );
}

export function readBatch(
  world: World,
  type: ObjectType,
  body: z.infer<typeof batchRead>,
  archived: boolean,
) {
  const withHistory = body.propertiesWithHistory.length > 0;
  checkSize(body.inputs, withHistory ? most.withHistory : most.inputs);
  const wanted: Wanted = body;
  const lost: string[] = [];
  const results = new Map<string, unknown>();
  for (const input of body.inputs) {
    const record = findRecord(world, type, input.id, body.idProperty);
    if (!record || (record.archivedAt !== undefined) !== archived) lost.push(input.id);
    else results.set(record.id, answerRecord(world, record, wanted));
  }
  const errors = lost.length > 0 ? [missing(type, lost, [])] : [];
  return { results: [...results.values()], errors };
}

export function updateBatch(
  world: World,
  type: ObjectType,
  { inputs }: z.infer<typeof batchUpdate>,
  source: Source,
) {
  checkSize(inputs);
  checkTwice(inputs.map((input) => input.id));
  const found = inputs.map((input) => ({
    ...input,
    record: findRecord(world, type, input.id, input.idProperty),
  }));
  const here = found.flatMap(({ record, ...input }) =>
    record && record.archivedAt === undefined ? [{ ...input, record }] : [],
  );
  const outcome = runEach(
    here,
    ({ record, properties }) => readValues(world, type, properties, record),
    ({ record, properties, ...input }) => ({
      ...answerWritten(world, updateRecord(world, record, properties, source), properties),
      ...withTrace(input),
    }),
  );
  const lost = found.filter(({ record }) => !record || record.archivedAt !== undefined);
  if (lost.length === 0) return outcome;
  const traces = lost.flatMap((input) => input.objectWriteTraceId ?? []);
  const error = missing(
    type,
    lost.map((input) => input.id),
    traces,
  );
  return { results: outcome.results, errors: [...outcome.errors, error] };
}

export function upsertBatch(
  world: World,
  type: ObjectType,
  { inputs }: z.infer<typeof batchUpdate>,
  source: Source,
) {
  checkSize(inputs);
  checkTwice(inputs.map((input) => input.id.toLowerCase()));
  for (const { idProperty } of inputs)
    checkUniqueProperty(world, type, idProperty ?? 'hs_object_id');
  // By email all stand or fall together, traced or not.
  const byEmail = inputs.some((input) => input.idProperty === 'email');
  const untraced = inputs.map((input) => ({ ...input, objectWriteTraceId: undefined }));
  const read = (input: z.infer<typeof changed>) => {
    const key = input.idProperty ?? '';
    const record = ownerOf(world, type, key, input.id);
    return { record, properties: { ...input.properties, [key]: input.id } };
  };
  return runEach(
    byEmail ? untraced : inputs,
    (input) => {
      const { record, properties } = read(input);
      readValues(world, type, properties, record);
    },
    (input) => {
      const { record, properties } = read(input);
      const stored = record
        ? updateRecord(world, record, properties, source)
        : createRecord(world, type, properties, source);
      const answer = answerWritten(world, stored, properties);
      return { ...answer, new: record === undefined, ...withTrace(input) };
    },
  );
}

export function archiveBatch(
  world: World,
  type: ObjectType,
  { inputs }: z.infer<typeof batchIds>,
  source: Source,
): void {
  checkSize(inputs);
  for (const input of inputs) {
    const record = findRecord(world, type, input.id);
    if (record) archiveRecord(world, record, source);
  }
}
