import type { ChildProcess } from 'node:child_process';
import { type DestinationStream, type Logger, pino } from 'pino';
import type * as PinoPretty from 'pino-pretty';
import { createLogDestination, forwardLines } from './log-destination.ts';

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

/** What the workers write to standard error; this process has little to say there. */
const standardError = createLogDestination(2, (lost) => {
  log?.error(lost, 'Standard error could not be written for a while, and lines of it are lost');
});

/** Takes one JSON line at a time. */
let logLines: DestinationStream = standardOutput;

/** One JSON object a line, or lines for people where a person is watching. */
export async function openLog(level: string): Promise<Logger> {
  const options = { level, redact };
  process.once('exit', standardOutput.flushSync);
  process.once('exit', standardError.flushSync);
  neverBlock(process.stderr);
  const isWatched = neverBlock(process.stdout);
  if (isWatched) logLines = prettyInto(standardOutput.write, await import('pino-pretty'));
  log = pino(options, logLines);
  return log;
}

/**
 * Writes what a worker says on its pipes. A worker must not inherit the descriptors themselves: a start
 * of a process makes what it inherits blocking, for all processes that share it.
 */
export function writeOutputOf({ stdout, stderr }: ChildProcess): void {
  if (stdout) forwardLines(stdout, (line) => logLines.write(line));
  if (stderr) forwardLines(stderr, standardError.write);
}

function prettyInto(write: (text: string) => void, { prettyFactory }: typeof PinoPretty) {
  const pretty = prettyFactory({ ignore: 'pid,hostname' });
  return { write: (line: string) => write(pretty(line)) };
}

/**
 * A reader who has stopped, of a pipe or behind a terminal on hold, would block the whole process. Node
 * makes a pipe non-blocking when it opens the stream, but a program that was started since has made it
 * blocking again; a terminal has to be asked for in any case. The handle is not in Node's types. Gives
 * whether it is a terminal.
 */
function neverBlock(output: NodeJS.WriteStream): boolean {
  const { isTTY, _handle } = output as typeof output & {
    _handle?: { setBlocking?(isBlocking: boolean): void };
  };
  _handle?.setBlocking?.(false);
  return isTTY;
}
