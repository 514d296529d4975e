import { type Logger, pino } from 'pino';

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
export async function openLog(level: string): Promise<Logger> {
  const options = { level, redact };
  if (!process.stdout.isTTY) return pino(options);
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ ignore: 'pid,hostname', sync: true }));
}
