import { type ErrorCode, errorStatus, errorText } from '#contract/protocol.ts';

/** An answer that is not a success; its status comes from the contract's table alone. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What the body says besides `error`: fields, a row report. */
  readonly details: Record<string, unknown>;
  /** What the caller is told besides: when to come back, where a limit stands. */
  readonly headers: Record<string, string | number>;
  /** False if the refusal is logged elsewhere. */
  readonly isLogged: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown>;
      headers?: Record<string, string | number>;
      cause?: unknown;
      isLogged?: boolean;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
    this.isLogged = options.isLogged ?? true;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The answer to one value that is wrong: its sentence stands at its field too. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid', message, { details: { fields: { [field]: message } } });
}

/** The answer to what would have to wait for too long. */
export function busy(): AppError {
  return new AppError('unavailable', errorText.busy, { headers: { 'retry-after': 5 } });
}
