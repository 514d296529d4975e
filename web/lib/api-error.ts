/** The server answered, and the answer was no. What its body holds is for the noun to read. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(errorIn(body) ?? `HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** The sentence of an error's body, as every refusal of the server has one. */
export function errorIn(body: unknown): string | undefined {
  const error = isRecord(body) ? body.error : undefined;
  return typeof error === 'string' && error ? error : undefined;
}

/** What was asked for is not there, or not for this reader. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The sentence the server sent, if it sent one: what every toast of spec §8 shows first. */
export function serverText(error: unknown): string | undefined {
  return error instanceof ApiError ? errorIn(error.body) : undefined;
}

/** The server's messages for single fields, for the form they belong to. */
export function serverFields(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError && isRecord(error.body) ? error.body.fields : undefined;
  if (!isRecord(fields)) return {};
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
