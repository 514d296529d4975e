import { fieldMessages } from '#contract/fields.ts';
import { documentedErrors, type ErrorBody } from '#contract/http.ts';
import { externalLead } from '#contract/leads.ts';
import { maxJsonBytes } from '#contract/limits.ts';
import { type ErrorCode, errorStatus } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sampleLead } from './sample-lead.ts';

/** What each failure means to whoever wrote the call, and what to do about it. */
const meanings: Partial<Record<ErrorCode, string>> = {
  invalid:
    'Invalid request: a field is missing or wrong, or the body is not JSON. Correct it first.',
  unauthorized: 'The token is missing, invalid or revoked.',
  forbidden: 'The token is not allowed to create leads.',
  too_large: `The body is larger than ${maxJsonBytes / 1024} KB.`,
  unsupported_media_type: 'The Content-Type header is not application/json.',
  too_many: 'Too many calls. Wait as many seconds as the Retry-After header says.',
  internal: 'Something failed on our side. Try again with growing pauses.',
  unavailable: 'The portal cannot answer right now. Wait as the Retry-After header says.',
};

export type ErrorAnswer = { status: number; meaning: string; bodies: ErrorBody[] };

/** Every failure the endpoint can answer with, from the contract. */
export function errorAnswers(): ErrorAnswer[] {
  return Object.entries(documentedErrors(routes.createExternalLead))
    .map(([code, texts]) => ({
      status: errorStatus[code as ErrorCode],
      meaning: meanings[code as ErrorCode] ?? '',
      bodies: texts.map(bodyOf),
    }))
    .sort((one, other) => one.status - other.status);
}

/** The message of a field comes with the name of that field. */
function bodyOf(error: string): ErrorBody {
  const { error: fault } = externalLead.safeParse({ ...sampleLead, email: 'no email' });
  const fields = fault ? fieldMessages(fault) : {};
  return Object.values(fields).includes(error) ? { error, fields } : { error };
}

/** On one line, with room to breathe: { "error": "…" } */
export function onOneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
}
