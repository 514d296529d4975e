import { lifecycleStages } from './catalog.ts';
import { HubSpotError, invalid } from './errors.ts';
import type { ObjectType } from './kinds.ts';
import type { Property } from './shapes.ts';
import { type CrmRecord, isoTime, type World } from './world.ts';

type Problem = { isValid: false; message: string; error: string; name: string };
type Given = Record<string, unknown>;

const problem = (name: string, error: string, message: string): Problem => ({
  isValid: false,
  message,
  error,
  name,
});

/** All that is wrong with the values, told at once and in HubSpot's words. */
function refuse(problems: Problem[]): HubSpotError {
  return invalid(`Property values were not valid: ${JSON.stringify(problems)}`, {
    errors: problems.map(({ message, error, name }) => ({
      message,
      code: error,
      context: { propertyName: [name] },
    })),
  });
}

function normaliseTime(value: string): string | undefined {
  const at = /^-?\d+$/.test(value) ? Number(value) : Date.parse(value);
  return Number.isNaN(at) ? undefined : isoTime(at);
}

/** The value as it is stored, or what is wrong with it. */
function readValue(property: Property, value: string): string | Problem {
  const { name, type, options } = property;
  if (value === '') return value;
  if (type === 'number' && !Number.isFinite(Number(value))) {
    return problem(name, 'INVALID_INTEGER', `${value} was not a valid number.`);
  }
  if (type === 'datetime' || type === 'date') {
    const time = normaliseTime(value);
    if (!time) return problem(name, 'INVALID_LONG', `${value} was not a valid long.`);
    return type === 'date' ? time.slice(0, 10) : time;
  }
  if (type === 'enumeration' && !property.externalOptions) {
    const known = options.map((option) => option.value);
    const chosen = property.fieldType === 'checkbox' ? value.split(';').filter(Boolean) : [value];
    const unknown = chosen.find((one) => !known.includes(one));
    if (unknown !== undefined) {
      const message = `${unknown} was not one of the allowed options: [${known.join(', ')}]`;
      return problem(name, 'INVALID_OPTION', message);
    }
  }
  if (name === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
    return problem(name, 'INVALID_EMAIL', `Email address ${value} is invalid`);
  }
  return name === 'email' ? value.trim().toLowerCase() : value;
}

export function uniqueKey(value: string): string {
  return value.trim().toLowerCase();
}

export function ownerOf(world: World, type: ObjectType, property: string, value: string) {
  const id = world.shelves[type].unique.get(property)?.get(uniqueKey(value));
  return id === undefined ? undefined : world.shelves[type].records.get(id);
}

function checkUnique(
  world: World,
  type: ObjectType,
  property: Property,
  value: string,
  own?: string,
) {
  const owner = value === '' ? undefined : ownerOf(world, type, property.name, value);
  if (!owner || owner.id === own) return;
  if (type === 'contacts' && property.name === 'email') {
    const message = `Contact already exists. Existing ID: ${owner.id}`;
    throw new HubSpotError(409, 'CONFLICT', message);
  }
  return problem(property.name, 'CONFLICTING_UNIQUE_VALUE', `${owner.id} already has that value.`);
}

function checkStage(world: World, values: Record<string, string>, record?: CrmRecord) {
  if (values.dealstage === undefined && values.pipeline === undefined) return;
  const pipelineId = values.pipeline || record?.properties.pipeline || 'default';
  const pipeline = world.pipelines.get(pipelineId);
  if (!pipeline || pipeline.archived) {
    const known = [...world.pipelines.keys()].join(', ');
    const message = `${pipelineId} was not one of the allowed options: [${known}]`;
    return problem('pipeline', 'INVALID_OPTION', message);
  }
  const stage = values.dealstage ?? record?.properties.dealstage ?? '';
  if (stage === '' || pipeline.stages.some((one) => one.id === stage)) return;
  const known = pipeline.stages.map((one) => one.id).join(', ');
  const message = `${stage} is not a valid pipeline stage ID. Valid options are: pipelineId=${pipelineId} : [${known}]`;
  return problem('dealstage', 'INVALID_OPTION', message);
}

/** HubSpot takes an earlier stage without a word and keeps the later one; only an empty value goes back. */
function isStepBack(name: string, value: string, record?: CrmRecord): boolean {
  if (name !== 'lifecyclestage' || value === '') return false;
  const order = Object.keys(lifecycleStages);
  const current = record?.properties.lifecyclestage ?? '';
  return order.indexOf(value) >= 0 && order.indexOf(value) < order.indexOf(current);
}

/** What is to be stored of the given values; throws HubSpot's error where one does not fit. */
export function readValues(
  world: World,
  type: ObjectType,
  given: Given,
  record?: CrmRecord,
): Record<string, string> {
  const problems: Problem[] = [];
  const values: Record<string, string> = {};
  for (const [givenName, raw] of Object.entries(given)) {
    const name = givenName.toLowerCase();
    const property = world.shelves[type].properties.get(name);
    if (!property || property.archived) {
      problems.push(problem(name, 'PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`));
      continue;
    }
    if (property.modificationMetadata.readOnlyValue) {
      const message = `"${name}" is a read only property; its value cannot be set.`;
      problems.push(problem(name, 'READ_ONLY_VALUE', message));
      continue;
    }
    const value = readValue(property, raw === null || raw === undefined ? '' : String(raw));
    if (typeof value !== 'string') problems.push(value);
    else if (!isStepBack(name, value, record)) values[name] = value;
  }
  for (const [name, value] of Object.entries(values)) {
    const property = world.shelves[type].properties.get(name);
    if (!property?.hasUniqueValue) continue;
    const conflict = checkUnique(world, type, property, value, record?.id);
    if (conflict) problems.push(conflict);
  }
  const wrongStage = type === 'deals' ? checkStage(world, values, record) : undefined;
  if (wrongStage) problems.push(wrongStage);
  if (problems.length > 0) throw refuse(problems);
  return values;
}
