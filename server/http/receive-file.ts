import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
// Gives requests the methods for multipart bodies.
import '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';

export type FileRules = {
  field: string;
  /** Beside the file: fields whose values are handed on with it, wherever in the body they stand. */
  heard?: readonly string[];
  maxBytes: number;
  /** Told of every piece of the file as it comes; with a refusal the rest is not received. */
  take: (bytes: number) => Error | undefined;
  texts: { noFile: string; oneFile: string; tooLarge: string; cutOff: string };
};

/** Where it is kept for now, what its sender calls it, and a digest of its bytes; and what was said with it. */
export type ReceivedFile = {
  path: string;
  name: string;
  sha256: Buffer;
  /** By name: every value that was sent, in its order. */
  fields: ReadonlyMap<string, unknown[]>;
};

const uploadPrefix = 'portal-upload-';

/** At start: what a portal that was killed has left behind is somebody's data. */
export async function removeAbandonedUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = new RegExp(`^${uploadPrefix}(\\d+)-`).exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  // In a container every run has the same pid, and this run has received nothing yet.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Boundaries and part headers come on top of the file itself.
const envelopeBytes = 64 * 1024;

/** Keeps the one file of a multipart body on disk while `work` uses it, never in memory. */
export async function withReceivedFile<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FileRules,
  work: (file: ReceivedFile, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', errorText.mediaType);
  }
  refuseDeclaredSize(request, reply, rules);
  const folder = await mkdtemp(join(tmpdir(), `${uploadPrefix}${process.pid}-`));
  try {
    const path = join(folder, 'file');
    const received = receive(request, reply, rules, path);
    const described = await Promise.race([
      received,
      overflow(request, reply, rules),
      callerGone(request, reply, rules),
    ]);
    return await unlessGone(rules, signalOf(reply), (signal) =>
      work({ path, ...described }, signal),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Fails once the connection is closed, also where that was before anybody listened: the parts of such
 * a body never come and never end, and whoever waits for them would wait for ever.
 */
function callerGone(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FileRules,
): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new AppError('invalid', rules.texts.cutOff));
    if (reply.raw.closed || request.raw.socket.destroyed) fail();
    else reply.raw.once('close', fail);
  });
}

/** Aborts when the caller is gone before the answer is. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Nobody is left to read the answer: what is under way stops, and is no fault of ours. */
async function unlessGone<T>(
  rules: FileRules,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await work(signal);
  } catch (error) {
    throw signal.aborted ? new AppError('invalid', rules.texts.cutOff) : error;
  }
}

function tooLarge(reply: FastifyReply, rules: FileRules): AppError {
  return withoutTheRest(reply, new AppError('too_large', rules.texts.tooLarge));
}

/** The rest of the body is still on its way: do not read it for the next request's sake. */
function withoutTheRest<T extends Error>(reply: FastifyReply, refusal: T): T {
  reply.header('connection', 'close');
  return refusal;
}

function refuseDeclaredSize(request: FastifyRequest, reply: FastifyReply, rules: FileRules): void {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > rules.maxBytes + envelopeBytes) throw tooLarge(reply, rules);
}

/**
 * Fails once more has arrived than the file may have, wherever in the body it is: before the first
 * part, after the last, or in parts that nobody asked for.
 */
function overflow(request: FastifyRequest, reply: FastifyReply, rules: FileRules): Promise<never> {
  const { socket } = request.raw;
  const most = socket.bytesRead + rules.maxBytes + envelopeBytes;
  return new Promise((_, reject) => {
    const watch = setInterval(() => {
      if (socket.bytesRead > most) reject(tooLarge(reply, rules));
    }, 100);
    reply.raw.once('close', () => clearInterval(watch));
  });
}

async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FileRules,
  path: string,
): Promise<Omit<ReceivedFile, 'path'>> {
  const limits = { fileSize: rules.maxBytes, files: 10, fields: 10, parts: 20 };
  const fields = new Map((rules.heard ?? []).map((name): [string, unknown[]] => [name, []]));
  let file: Pick<ReceivedFile, 'name' | 'sha256'> | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') fields.get(part.fieldname)?.push(part.value);
      else if (part.fieldname !== rules.field || !part.filename) part.file.resume();
      else if (file) throw new AppError('invalid', rules.texts.oneFile);
      else {
        file = { name: shownName(part.filename), sha256: await store(part.file, path, rules) };
      }
    }
  } catch (error) {
    throw receivingFault(error, reply, rules);
  }
  if (!file) throw new AppError('invalid', rules.texts.noFile);
  return { ...file, fields };
}

/** Without folders and without what no list can show. */
function shownName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const shown = [...base.replace(/\p{C}/gu, '').trim()].slice(0, 200).join('');
  return shown || 'file';
}

/** Gives the digest of the bytes, taken on their way to the disk. */
async function store(file: Readable, path: string, rules: FileRules): Promise<Buffer> {
  const hash = createHash('sha256');
  // At once: what is past the limit may never end.
  file.once('limit', () => {
    file.destroy(Object.assign(new Error('File over the limit'), { statusCode: 413 }));
  });
  file.on('data', (chunk: Buffer) => {
    // Newer versions of Node bring what had come before the refusal all the same.
    if (file.destroyed) return;
    hash.update(chunk);
    const refusal = rules.take(chunk.length);
    if (refusal) file.destroy(refusal);
  });
  await pipeline(file, createWriteStream(path));
  return hash.digest();
}

const partLimits = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

function receivingFault(error: unknown, reply: FastifyReply, rules: FileRules): unknown {
  if (error instanceof AppError) return withoutTheRest(reply, error);
  const { statusCode, code, syscall } = error as NodeJS.ErrnoException & { statusCode?: number };
  if (code && partLimits.has(code)) return new AppError('invalid', rules.texts.oneFile);
  if (statusCode === 413) return tooLarge(reply, rules);
  // What the system refused to do is our fault, whichever of its many reasons it had.
  if (syscall) return error;
  return new AppError('invalid', rules.texts.cutOff);
}
