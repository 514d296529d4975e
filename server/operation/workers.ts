// Several processes on one port. The first starts the others, does what is to be done once, gives
// them their turns, and puts another in the place of one that has died.
import cluster, { type Worker } from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { embeddedVariable } from '#server/config.ts';
import { writeOutputOf } from '#server/lib/log.ts';
import { OperatorError } from '#server/lib/operator-error.ts';
import { giveTurns } from '#server/lib/shared-turns.ts';

export type Workers = { address: AddressInfo; stop(): Promise<void> };

/** Said by the first process to the others; a signal to all of a terminal reaches them without it. */
const stopMessage = 'stop';
/** One that dies again and again must not keep a core busy with starting. */
const pauses = { first: 100, longest: 10_000 };
const stableMilliseconds = 60_000;

export function onStopMessage(stop: () => void): void {
  process.on('message', (message) => {
    if (message === stopMessage) stop();
  });
}

/** Ready once all of them listen; what keeps the first from starting keeps the portal from it. */
export async function startWorkers(
  {
    file,
    count,
    databaseUrl,
    databaseIsEmbedded,
  }: { file: string; count: number; databaseUrl: string; databaseIsEmbedded: boolean },
  log: Logger,
): Promise<Workers> {
  // With pipes of their own: what they say, the first process writes.
  cluster.setupPrimary({ exec: file, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const stopping = new AbortController();
  const environment = {
    DATABASE_URL: databaseUrl,
    [embeddedVariable]: String(databaseIsEmbedded),
  };
  const fork = () => startOne(environment);
  const first = fork();
  const address = await first.listening;
  const others = Array.from({ length: count - 1 }, fork);
  await Promise.all(others.map(({ listening }) => listening));
  const kept = [first, ...others].map((started) => keepOne(started, fork, stopping.signal, log));
  return {
    address,
    stop: async () => {
      stopping.abort();
      for (const worker of Object.values(cluster.workers ?? {})) tellToStop(worker);
      await Promise.all(kept);
    },
  };
}

function tellToStop(worker: Worker | undefined): void {
  if (worker?.isConnected()) worker.send(stopMessage);
}

type End = { code: number | null; signal: string | null };
/** `ended` comes once all that the worker has said is written too. */
type Started = { worker: Worker; listening: Promise<AddressInfo>; ended: Promise<End> };

function startOne(environment: Record<string, string>): Started {
  const worker = cluster.fork(environment);
  writeOutputOf(worker.process);
  const gone = giveTurns({
    send: (message) => worker.isConnected() && worker.send(message as object),
    hear: (listen) => void worker.on('message', listen),
  });
  worker.once('exit', gone);
  const ended = new Promise<End>((resolve) => {
    worker.process.once('close', (code, signal) => resolve({ code, signal }));
  });
  const listening = new Promise<AddressInfo>((resolve, reject) => {
    worker.once('listening', ({ address, port, addressType }) => {
      resolve({ address, port, family: addressType === 6 ? 'IPv6' : 'IPv4' });
    });
    // Why it could not start, it has said itself.
    void ended.then(() => reject(new OperatorError('')));
  });
  // One that takes the place of another may end before it listens, and nothing waits for that.
  listening.catch(() => undefined);
  return { worker, listening, ended };
}

/** Until it is stopped: a worker that ends is followed by another. */
async function keepOne(
  started: Started,
  fork: () => Started,
  stopping: AbortSignal,
  log: Logger,
): Promise<void> {
  let current = started;
  for (let pause = pauses.first; ; ) {
    const since = Date.now();
    const how = await current.ended;
    if (stopping.aborted) return;
    if (Date.now() - since > stableMilliseconds) pause = pauses.first;
    log.warn(
      { worker: current.worker.process.pid, ...how },
      'A worker has ended; another takes its place',
    );
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    pause = Math.min(pause * 2, pauses.longest);
    current = fork();
    // The stop may have come between its start and the first word to it.
    if (stopping.aborted) tellToStop(current.worker);
  }
}
