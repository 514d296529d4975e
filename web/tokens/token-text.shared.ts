import { ApiError } from '#web/lib/api-error.ts';

/** spec §8: the first where the server answered with an error, the second where the call broke. */
const failures = {
  fetch: ['Failed to fetch API tokens', 'Error fetching tokens'],
  create: ['Failed to create token', 'Error creating token'],
  delete: ['Failed to delete token', 'Error deleting token'],
  revoke: ['Failed to revoke token', 'Error revoking token'],
} as const;

export function tokenFailure(action: keyof typeof failures, error: unknown): string {
  const [refused, broken] = failures[action];
  return error instanceof ApiError ? refused : broken;
}

export const tokenSuccess = {
  created: 'Token created successfully',
  deleted: 'Token deleted successfully',
  revoked: 'Token revoked successfully',
  copied: 'Token copied to clipboard',
} as const;

/** spec §7 */
export const deleteQuestion =
  'Are you sure you want to delete this token? This action cannot be undone.';

export const tokenText = {
  revoked: 'This token has been revoked',
  revoke: 'Revoke token',
  delete: 'Delete token',
  revokeQuestion:
    'Revoke this token? Systems that use it can add no more leads. This action cannot be undone.',
  none: "You haven't created any API tokens yet.",
  createFirst: 'Create your first token',
  notLoaded: 'Your API tokens could not be loaded.',
  notDescribed:
    'The portal could not be asked for its address and its limits. This page shows the usual ones, which may not be those of this portal.',
} as const;
