import { type Logger, pino } from 'pino';
import type * as PinoPretty from 'pino-pretty';
import { createLogDestination } from './log-destination.ts';

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

let log: Logger | undefined;

/** Everything that this process says on standard output goes through here, in its order. */
export const standardOutput = createLogDestination(1, (lost) => {
  log?.error(lost, 'The log could not be written for a while, and lines of it are lost');
});

/** One JSON object a line, or lines for people where a person is watching. */
export async function openLog(level: string): Promise<Logger> {
  const options = { level, redact };
  process.once('exit', standardOutput.flushSync);
  const isWatched = neverBlock(process.stdout);
  log = isWatched
    ? pino(options, prettyInto(standardOutput.write, await import('pino-pretty')))
    : pino(options, standardOutput);
  return log;
}

function prettyInto(write: (text: string) => void, { prettyFactory }: typeof PinoPretty) {
  const pretty = prettyFactory({ ignore: 'pid,hostname' });
  return { write: (line: string) => write(pretty(line)) };
}

/**
 * A reader who has stopped, of a pipe or behind a terminal on hold, would block the whole process. Node
 * makes a pipe non-blocking when it opens the stream; a terminal has to be asked for, by a handle that
 * Node's types do not have. Gives whether it is a terminal.
 */
function neverBlock(stdout: NodeJS.WriteStream): boolean {
  const { isTTY, _handle } = stdout as typeof stdout & {
    _handle?: { setBlocking?(isBlocking: boolean): void };
  };
  if (isTTY) _handle?.setBlocking?.(false);
  return isTTY;
}
