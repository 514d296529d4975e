import { type ErrorCode, errorStatus } from '#contract/http.ts';

/** An answer that is not a success; its status comes from the contract's table alone. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What the body says besides `error`: fields, a row report. */
  readonly details: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown>;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
