// Without schemas, and so without zod: what every screen of the web app needs.

/** The only place where a kind of failure gets its HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorStatus;

/** Sentences that more than one endpoint answers with (spec §8). */
export const errorText = {
  notSignedIn: 'You are not signed in',
  sessionEnded: 'Your session has ended. Please sign in again.',
  tokenExpired: 'Token has expired',
  insufficientPermissions: 'Insufficient permissions',
  csrf: 'CSRF token is missing or invalid',
  rateLimit: 'Rate limit exceeded',
  tooManyWaiting: 'Too many of your calls are waiting. Please try again in a moment.',
  internal: 'Internal server error',
  unavailable: 'The database cannot be reached right now. Please try again in a moment.',
  beingChanged: 'Somebody is changing this right now. Please try again in a moment.',
  busy: 'The portal is busy right now. Please try again in a moment.',
  unreadable: 'The request could not be read',
  tooSlow: 'The request took too long to arrive',
  notJson: 'The request body is not valid JSON',
  notAnObject: 'The request body must be a JSON object',
  bodyTooLarge: 'The request body is too large',
  tooManyFields: 'The request body has too many fields',
  mediaType: 'This content type is not accepted here',
  unknownPath: 'There is nothing at this address',
} as const;

/** In place of a partner's id: the records of all partners who have been deleted. */
export const unknownPartners = 'unknown';
/** spec §2: what stands in place of a partner who is not, or no longer, known. */
export const unknownPartner = 'Unknown Partner';

export const headers = {
  csrf: 'x-csrf-token',
  refreshToken: 'x-refresh-token',
  apiToken: 'x-api-token',
  requestId: 'x-request-id',
  /** Of whoever is or has just signed in: what the stream of changes takes as `since`. */
  changesSince: 'x-changes-since',
} as const;

/** Who may call: anyone, whoever is signed in, administrators, or the holder of an API token. */
export type Access = 'public' | 'session' | 'admin' | 'api_token';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The media types of the files that the portal makes. */
export const mediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type FileFormat = keyof typeof mediaTypes;

/** What a call needs to be made; the *.routes.ts of its noun adds what it carries and answers. */
export type Endpoint = {
  method: Method;
  /** As the specification writes it: /api/leads/{id} */
  path: string;
  access: Access;
  /** What an API token must be allowed to do. */
  scope?: string;
  /** Set where the refresh token of a session does when its access token has expired: the way out. */
  orRefreshToken?: true;
  /** Set where the body is a file sent as multipart/form-data: the name of its field. */
  upload?: string;
  /** Set where the answer is a file: what it can be. */
  download?: readonly FileFormat[];
  /** Set where the answer has no end: server-sent events. */
  stream?: true;
};

/** Callers of /api/v1 are programs, and no browser sends along by itself what they are known by. */
export function needsCsrf({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean {
  return method !== 'GET' && !path.startsWith('/api/v1/');
}

/** What fills the address of a call: `{id}` of its path, and what is asked behind the `?`. */
export type AddressParts = { params?: object | undefined; query?: object | undefined };

/** Where a call goes. What is not asked for (undefined, null or an empty text) is left out. */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: AddressParts = {},
): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!values.has(name)) throw new Error(`${path} was called without ${name}`);
    return encodeURIComponent(String(values.get(name)));
  });
  const asked = Object.entries(query).filter(([, value]) => value != null && value !== '');
  if (asked.length === 0) return filled;
  return `${filled}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}
