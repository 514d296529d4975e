import { invalid } from './errors.ts';
import type { Property } from './shapes.ts';
import type { Values } from './world.ts';

type Condition = {
  property: Property;
  operator: string;
  value?: string | undefined;
  highValue?: string | undefined;
  values?: string[] | undefined;
};

/** Dates are compared as moments, numbers as numbers, options exactly, texts in lower case. */
function comparable(property: Property, value: string): string | number {
  if (property.type === 'number') return Number(value);
  if (property.type === 'datetime' || property.type === 'date') {
    return /^-?\d+$/.test(value) ? Number(value) : Date.parse(value);
  }
  return property.type === 'enumeration' ? value : value.toLowerCase();
}

/** A text is searched by its words; a star stands for the rest of a word. */
function containsToken(text: string, wanted: string): boolean {
  const pattern = wanted
    .toLowerCase()
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  const word = new RegExp(`^${pattern}$`);
  return [text, ...text.split(/[\s@.,;:/-]+/)].some((token) => word.test(token.toLowerCase()));
}

function needed(value: string | undefined, operator: string): string {
  if (value === undefined) throw invalid(`operator ${operator} requires a value`);
  return value;
}

function needAll(values: string[] | undefined, operator: string): string[] {
  if (!values?.length) throw invalid(`operator ${operator} requires values`);
  return values;
}

/**
 * Of a text only values in lower case are found: HubSpot keeps them so, and takes the asked ones as
 * they are.
 */
function isOneOf(condition: Condition, stored: string): boolean {
  const values = needAll(condition.values, condition.operator);
  if (condition.property.type === 'string') return values.includes(stored.toLowerCase());
  const own = comparable(condition.property, stored);
  return values.some((value) => comparable(condition.property, value) === own);
}

function compare(condition: Condition, stored: string): boolean {
  const { property, operator } = condition;
  const own = comparable(property, stored);
  const value = comparable(property, needed(condition.value, operator));
  switch (operator) {
    case 'EQ':
      return own === value;
    case 'NEQ':
      return own !== value;
    case 'LT':
      return own < value;
    case 'LTE':
      return own <= value;
    case 'GT':
      return own > value;
    case 'GTE':
      return own >= value;
    default:
      return own >= value && own <= comparable(property, needed(condition.highValue, operator));
  }
}

export function matches(condition: Condition, values: Values): boolean {
  const stored = values[condition.property.name];
  const { operator } = condition;
  if (operator === 'HAS_PROPERTY') return stored !== undefined;
  if (operator === 'NOT_HAS_PROPERTY') return stored === undefined;
  if (stored === undefined) return operator.startsWith('N');
  if (operator === 'IN') return isOneOf(condition, stored);
  if (operator === 'NOT_IN') return !isOneOf(condition, stored);
  if (operator.endsWith('CONTAINS_TOKEN')) {
    const found = containsToken(stored, needed(condition.value, operator));
    return operator === 'CONTAINS_TOKEN' ? found : !found;
  }
  return compare(condition, stored);
}
