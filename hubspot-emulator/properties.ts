import { z } from 'zod';
import { HubSpotError, invalid, notFound } from './errors.ts';
import type { ObjectType } from './kinds.ts';
import type { Property } from './shapes.ts';
import { isoTime, type World } from './world.ts';

const fieldTypes: Record<string, readonly string[]> = {
  bool: ['booleancheckbox', 'calculation_equation'],
  enumeration: ['booleancheckbox', 'checkbox', 'radio', 'select', 'calculation_equation'],
  date: ['date'],
  datetime: ['date'],
  string: ['file', 'text', 'textarea', 'calculation_equation', 'html', 'phonenumber'],
  number: ['number', 'calculation_equation'],
  phone_number: ['phonenumber'],
};

const option = z.object({
  value: z.string(),
  label: z.string(),
  displayOrder: z.number().int().default(-1),
  hidden: z.boolean().default(false),
  description: z.string().optional(),
});

const changeable = {
  description: z.string().optional(),
  displayOrder: z.number().int().optional(),
  hidden: z.boolean().optional(),
  formField: z.boolean().optional(),
  options: z.array(option).optional(),
};

export const propertyCreate = z.object({
  ...changeable,
  name: z.string(),
  label: z.string(),
  groupName: z.string(),
  type: z.string(),
  fieldType: z.string(),
  hasUniqueValue: z.boolean().default(false),
  externalOptions: z.boolean().optional(),
});

export const propertyUpdate = z.object({
  ...changeable,
  label: z.string().optional(),
  groupName: z.string().optional(),
  type: z.string().optional(),
  fieldType: z.string().optional(),
});

export const groupCreate = z.object({
  name: z.string(),
  label: z.string(),
  displayOrder: z.number().int().default(-1),
});

export const groupUpdate = z.object({
  label: z.string().optional(),
  displayOrder: z.number().int().optional(),
});

export function answerProperty(property: Property) {
  return {
    ...property,
    createdAt: isoTime(property.createdAt),
    updatedAt: isoTime(property.updatedAt),
  };
}

export function findProperty(world: World, type: ObjectType, name: string): Property {
  const property = world.shelves[type].properties.get(name.toLowerCase());
  if (!property || property.archived) throw notFound(`Property ${name} does not exist`);
  return property;
}

function checkKind(type: string, fieldType: string) {
  if (!fieldTypes[type]?.includes(fieldType)) {
    throw invalid(`fieldType ${fieldType} is not valid for a property of type ${type}`);
  }
}

export function createProperty(
  world: World,
  type: ObjectType,
  given: z.infer<typeof propertyCreate>,
): Property {
  const shelf = world.shelves[type];
  const name = given.name.toLowerCase();
  if (!/^[a-z][a-z0-9_]{0,99}$/.test(name)) {
    throw invalid(
      `Property name ${given.name} may hold lower-case letters, digits and underscores`,
    );
  }
  const existing = shelf.properties.get(name);
  if (existing && !existing.archived) {
    throw new HubSpotError(409, 'CONFLICT', `Property named ${name} already exists.`);
  }
  if (!shelf.groups.has(given.groupName)) {
    throw invalid(`Property group ${given.groupName} does not exist`);
  }
  checkKind(given.type, given.fieldType);
  const at = world.now();
  const property: Property = {
    ...given,
    name,
    description: given.description ?? '',
    options: given.options ?? [],
    displayOrder: given.displayOrder ?? -1,
    externalOptions: given.externalOptions ?? false,
    hidden: given.hidden ?? false,
    formField: given.formField ?? false,
    calculated: false,
    hubspotDefined: false,
    archived: false,
    createdAt: at,
    updatedAt: at,
    modificationMetadata: {
      archivable: true,
      readOnlyDefinition: false,
      readOnlyOptions: false,
      readOnlyValue: false,
    },
  };
  shelf.properties.set(name, property);
  return property;
}

export function updateProperty(
  world: World,
  type: ObjectType,
  name: string,
  given: z.infer<typeof propertyUpdate>,
): Property {
  const property = findProperty(world, type, name);
  if (property.modificationMetadata.readOnlyDefinition) {
    throw invalid(`Property ${name} is read only and cannot be changed`);
  }
  const changes = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const changed = { ...property, ...changes, updatedAt: world.now() };
  checkKind(changed.type, changed.fieldType);
  world.shelves[type].properties.set(property.name, changed);
  return changed;
}

export function archiveProperty(world: World, type: ObjectType, name: string): void {
  const property = findProperty(world, type, name);
  if (!property.modificationMetadata.archivable) {
    throw invalid(`Property ${name} was made by HubSpot and cannot be archived`);
  }
  property.archived = true;
}
