import type { RowProblem } from '#contract/imports.ts';

type Body = {
  error?: unknown;
  fields?: Record<string, string>;
  problems?: RowProblem[];
  problem_count?: number;
};

/** The server answered, and the answer was no. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Body;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: unknown, retryAfter?: string | null) {
    const read = typeof body === 'object' && body !== null ? (body as Body) : {};
    super(typeof read.error === 'string' ? read.error : `HTTP ${status}`);
    this.status = status;
    this.body = read;
    this.retryAfterSeconds = retryAfter ? Number(retryAfter) || undefined : undefined;
  }
}

/** The sentence the server sent, if it sent one: what every toast of spec §8 shows first. */
export function serverText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return typeof error.body.error === 'string' && error.body.error ? error.body.error : undefined;
}

/** The server's messages for single fields, for the form they belong to. */
export function serverFields(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body.fields ?? {}) : {};
}
