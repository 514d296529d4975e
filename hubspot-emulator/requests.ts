import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalid, notFound } from './errors.ts';
import { type ObjectType, toObjectType } from './kinds.ts';

export function readBody<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const { success, data, error } = schema.safeParse(request.body ?? {});
  if (success) return data;
  const [issue] = error.issues;
  throw invalid(
    `Invalid input JSON on line 1, column 1: ${issue?.path.join('.')} ${issue?.message}`,
  );
}

export function readParam(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string | undefined>)[name] ?? '';
}

export function readObjectType(request: FastifyRequest, name = 'objectType'): ObjectType {
  const given = readParam(request, name);
  const type = toObjectType(given);
  if (!type) throw notFound(`Unable to infer object type from: ${given}`);
  return type;
}

export function readQuery(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name];
  return Array.isArray(value) ? value.at(-1) : value;
}

/** Lists come separated by commas or as the same parameter again. */
export function readList(request: FastifyRequest, name: string): string[] {
  const value = (request.query as Record<string, string | string[] | undefined>)[name] ?? [];
  return [value]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter(Boolean);
}

export function readFlag(request: FastifyRequest, name: string): boolean {
  return readQuery(request, name) === 'true';
}

export function readLimit(request: FastifyRequest, usual: number, largest: number): number {
  const limit = Number(readQuery(request, 'limit') ?? usual);
  if (Number.isInteger(limit) && limit >= 1 && limit <= largest) return limit;
  throw invalid(`limit must be between 1 and ${largest}`);
}
