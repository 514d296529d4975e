import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/** Values that a database error or a careless line could carry. */
const redact = [
  'password',
  '*.password',
  'token',
  '*.token',
  'refresh_token',
  '*.refresh_token',
  '*.headers',
  'err.detail',
  'err.where',
  'err.cause.detail',
  'err.cause.where',
];

/** One JSON object a line, or lines for people where a person is watching. */
export function openLog(level: string): Logger {
  const options = { level, redact };
  return process.stdout.isTTY
    ? pino(options, pretty({ ignore: 'pid,hostname', sync: true }))
    : pino(options);
}
