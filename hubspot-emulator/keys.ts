import { HubSpotError } from './errors.ts';
import type { ObjectType } from './kinds.ts';

export type Key = {
  readonly token: string;
  status: 'active' | 'revoked' | 'expired';
  /** `all`, or the scopes that the key has. */
  scopes: 'all' | string[];
  expiredAt?: number | undefined;
};

const noKey =
  'Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview';

/** Lets the caller in by its bearer token, or answers 401 as HubSpot does. */
export function checkKey(
  keys: readonly Key[],
  authorization: string | undefined,
  now: number,
): Key {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const key = keys.find((one) => one.token === token);
  if (!key || key.status === 'revoked')
    throw new HubSpotError(401, 'INVALID_AUTHENTICATION', noKey);
  if (key.status === 'active') return key;
  const seconds = Math.max(1, Math.round((now - (key.expiredAt ?? now)) / 1000));
  const message = `The OAuth token used to make this call expired ${seconds} second(s) ago.`;
  throw new HubSpotError(401, 'EXPIRED_AUTHENTICATION', message, {
    errors: [{ message, context: { expireTime: [new Date(key.expiredAt ?? now).toISOString()] } }],
  });
}

export type Access = 'read' | 'write';

export function objectScope(type: ObjectType, access: Access): string[] {
  return [`crm.objects.${type}.${access}`];
}

/** The definition of an object is read with either scope. */
export function schemaScopes(type: ObjectType, access: Access): string[] {
  const schema = `crm.schemas.${type}.${access}`;
  return access === 'read' ? [schema, `crm.objects.${type}.read`] : [schema];
}

export function checkScope(key: Key, oneOf: string[]): void {
  if (key.scopes === 'all' || oneOf.some((scope) => key.scopes.includes(scope))) return;
  throw new HubSpotError(
    403,
    'MISSING_SCOPES',
    "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
    {
      errors: [
        {
          message: 'One or more of the following scopes are required.',
          context: { requiredGranularScopes: oneOf },
        },
      ],
      links: { scopes: 'https://developers.hubspot.com/scopes' },
    },
  );
}
