import { passwordMinLength } from '#contract/limits.ts';

/** Below the label of the reader's own password, beside a password of somebody else. */
export const ownPasswordHint = 'To confirm that it is you';

/** What the Account page and the administrators' page say, each sentence once. */
export const accountMessages = {
  passwordRules: `At least ${passwordMinLength} characters: an uppercase and a lowercase letter, a number and a special character; nothing common or personal.`,
  passwordChanged: 'Your password has been changed.',
  passwordChangedEverywhere: 'Your password has been changed. Your other sessions were ended.',
  passwordHint:
    'You stay signed in here. Wherever else you are signed in, that session ends, and you sign in again with the new password.',
  sessionsHint: 'Where your account is signed in. End what you do not recognise.',
  sessionsFailed: 'Failed to load your sessions. Please try again.',
  sessionsNotLoaded: 'Your sessions could not be loaded.',
  onlyHere: 'You are signed in nowhere else.',
  sessionEnded: 'Session ended successfully',
  sessionEndFailed: 'Failed to end the session',
  othersEnded: 'You are signed out everywhere else',
  othersEndFailed: 'Failed to sign out everywhere else',
  endSession: 'End this session? Whoever uses it has to sign in again.',
  endOthers: 'Sign out everywhere else? All sessions but this one end.',
} as const;

export const administratorMessages = {
  hint: 'Administrators see the leads of all partners, and manage partners and administrators.',
  listFailed: 'Failed to load administrators. Please try again.',
  notLoaded: 'The administrators could not be loaded.',
  none: 'No administrators found',
  added: 'Administrator has been added successfully',
  removed: 'Administrator removed successfully',
  passwordReset: 'Administrator password has been reset successfully',
  removesYou: 'You will be signed out at once and cannot sign in again.',
} as const;

export function removeQuestion(name: string): string {
  return removalText(name, 'Their');
}

export function removeYourselfQuestion(name: string): string {
  return removalText(name, 'Your');
}

function removalText(name: string, whose: 'Their' | 'Your'): string {
  return `Are you sure you want to remove ${name}? ${whose} sessions and API tokens end at once. This action cannot be undone.`;
}
