type Category =
  | 'VALIDATION_ERROR'
  | 'OBJECT_NOT_FOUND'
  | 'CONFLICT'
  | 'MISSING_SCOPES'
  | 'INVALID_AUTHENTICATION'
  | 'EXPIRED_AUTHENTICATION';

type ErrorDetail = {
  message: string;
  code?: string;
  in?: string;
  context?: Record<string, string[]>;
};

type More = {
  errors?: ErrorDetail[];
  context?: Record<string, string[]>;
  links?: Record<string, string>;
  subCategory?: string;
};

/** What the API answers instead of a result; the correlation id is added where it is sent. */
export class HubSpotError extends Error {
  readonly status: number;
  readonly category: Category;
  readonly more: More;

  constructor(status: number, category: Category, message: string, more: More = {}) {
    super(message);
    this.status = status;
    this.category = category;
    this.more = more;
  }
}

export function invalid(message: string, more: More = {}): HubSpotError {
  return new HubSpotError(400, 'VALIDATION_ERROR', message, more);
}

export function notFound(message = 'resource not found'): HubSpotError {
  return new HubSpotError(404, 'OBJECT_NOT_FOUND', message);
}

export function errorBody(error: HubSpotError, correlationId: string) {
  return {
    status: 'error',
    message: error.message,
    correlationId,
    ...error.more,
    category: error.category,
  };
}

/** The same error as one of several in the answer to a batch. */
export function errorInBatch(error: HubSpotError, context: Record<string, string[]>) {
  return {
    status: 'error',
    category: error.category,
    message: error.message,
    ...(error.more.subCategory && { subCategory: error.more.subCategory }),
    errors: error.more.errors ?? [],
    context: { ...error.more.context, ...context },
    links: {},
  };
}
