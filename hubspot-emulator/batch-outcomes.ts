import { errorInBatch, HubSpotError } from './errors.ts';
import { isoTime, type World } from './world.ts';

export type BatchError = ReturnType<typeof errorInBatch>;
export type Traced = { objectWriteTraceId?: string | undefined };

export function batchAnswer(world: World, results: unknown[], errors: BatchError[]) {
  const at = isoTime(world.now());
  const failed = errors.length > 0 && { numErrors: errors.length, errors };
  return { status: 'COMPLETE', results, ...failed, startedAt: at, completedAt: at };
}

/**
 * Where every input can be told from the others, each stands or falls alone; otherwise the first
 * error is that of the whole batch, of which nothing is stored.
 */
export function runEach<T extends Traced>(
  inputs: T[],
  check: (input: T) => void,
  run: (input: T) => unknown,
) {
  const traced = inputs.every((input) => input.objectWriteTraceId);
  const results: unknown[] = [];
  const errors: BatchError[] = [];
  if (!traced) for (const input of inputs) check(input);
  for (const input of inputs) {
    try {
      results.push(run(input));
    } catch (error) {
      if (!(error instanceof HubSpotError) || !traced) throw error;
      errors.push(errorInBatch(error, { objectWriteTraceId: [input.objectWriteTraceId ?? ''] }));
    }
  }
  return { results, errors };
}

/** Each stands or falls alone, traced or not. */
export function runAlone<T>(
  inputs: T[],
  run: (input: T) => unknown[],
  context: (input: T) => Record<string, string[]>,
) {
  const results: unknown[] = [];
  const errors: BatchError[] = [];
  for (const input of inputs) {
    try {
      results.push(...run(input));
    } catch (error) {
      if (!(error instanceof HubSpotError)) throw error;
      errors.push(errorInBatch(error, context(input)));
    }
  }
  return { results, errors };
}
