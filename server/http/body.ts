import type { FastifyInstance } from 'fastify';
import { maxJsonParts } from '#contract/limits.ts';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';

/** JSON is the only body but for uploads; an empty one, as DELETE may declare, is no fault. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.length === 0) done(null, undefined);
    else if (hasTooManyParts(text)) done(new AppError('invalid', errorText.tooManyFields));
    else void parse(request, text, done);
  });
}

/** Where a body is signed: only as the text that it came as can that be checked. */
export function keepJsonText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body)),
  );
}

const [quote, backslash] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)];
const [colon, brace, bracket] = [':'.charCodeAt(0), '{'.charCodeAt(0), '['.charCodeAt(0)];

/**
 * Counted in the text: an object with all the fields that a body has room for takes 20 ms to make,
 * during which nobody else is answered.
 */
export function hasTooManyParts(text: string, most: number = maxJsonParts): boolean {
  let parts = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) isInText = !isInText;
    else if (isInText && char === backslash) at++;
    else if (isInText) continue;
    else if (char === colon || char === brace || char === bracket) parts++;
    if (parts > most) return true;
  }
  return false;
}
