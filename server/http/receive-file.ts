import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorText } from '#contract/protocol.ts';
import { AppError } from '#server/app-error.ts';
import { withTemporaryFolder } from '#server/lib/temporary-folder.ts';
import { callerGone, type FileRules, overflow, refuseDeclaredSize } from './receiving-bounds.ts';

/** Where it is kept for now, what its sender calls it, and a digest of its bytes; and what was said with it. */
export type ReceivedFile = {
  path: string;
  name: string;
  sha256: Buffer;
  /** By name: every value that was sent, in its order. */
  fields: ReadonlyMap<string, string[]>;
};

const multipart = 'multipart/form-data';
/** More than a form of ours could have: reading each takes its time. */
const mostParts = 20;

/** The calls of `app` read such a body themselves, piece by piece. */
export function acceptMultipart(app: FastifyInstance): void {
  app.addContentTypeParser(multipart, (_request, _body, done) => done(null));
}

/** Keeps the one file of a multipart body on disk while `work` uses it, never in memory. */
export async function withReceivedFile<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FileRules,
  work: (file: ReceivedFile, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!request.headers['content-type']?.toLowerCase().startsWith(multipart)) {
    throw new AppError('unsupported_media_type', errorText.mediaType);
  }
  return withTemporaryFolder('upload', async (folder) => {
    const path = join(folder, 'file');
    const received = await receive(request, reply, rules, path);
    return unlessGone(rules, signalOf(reply), (signal) => work({ path, ...received }, signal));
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

/** The parts of the body, as long as it keeps to what one may send. */
async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FileRules,
  path: string,
): Promise<Omit<ReceivedFile, 'path'>> {
  let parts: Busboy | undefined;
  try {
    refuseDeclaredSize(request, rules);
    parts = busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // It counts the end of the body as a part, and is at its limit with the last byte allowed.
      limits: { parts: mostParts + 1, fileSize: rules.maxBytes + 1 },
    });
    const stored = storeFileOf(parts, rules, path);
    request.raw.pipe(parts);
    return await Promise.race([
      stored,
      overflow(request, reply, rules),
      callerGone(request, reply, rules),
    ]);
  } catch (error) {
    // The rest of the body is still on its way: it is not read for the next request's sake.
    if (!request.raw.readableEnded) reply.header('connection', 'close');
    throw receivingFault(error, rules);
  } finally {
    parts?.destroy();
  }
}

/** What to tell the sender of a body that could not be received. */
function receivingFault(error: unknown, rules: FileRules): unknown {
  if (error instanceof AppError) return error;
  // What the system refused to do is our fault, whichever of its many reasons it had.
  if ((error as NodeJS.ErrnoException).syscall) return error;
  return new AppError('invalid', rules.texts.cutOff);
}

/** Stores the file among the parts that are read. */
async function storeFileOf(
  parts: Busboy,
  rules: FileRules,
  path: string,
): Promise<Omit<ReceivedFile, 'path'>> {
  const fields = new Map((rules.textFields ?? []).map((name): [string, string[]] => [name, []]));
  let file: Promise<Pick<ReceivedFile, 'name' | 'sha256'>> | undefined;
  await new Promise<void>((resolve, reject) => {
    const refuse = () => reject(new AppError('invalid', rules.texts.oneFile));
    parts.on('field', (name, value) => fields.get(name)?.push(value));
    parts.on('file', (name, content: Readable, { filename }) => {
      content.on('error', reject);
      if (name !== rules.field || !filename || rules.isIgnored?.(filename)) content.resume();
      else if (file) refuse();
      else {
        file = store(content, path, rules).then((sha256) => ({
          name: shownName(filename),
          sha256,
        }));
        file.catch(reject);
      }
    });
    parts.on('partsLimit', refuse);
    parts.on('error', reject);
    parts.on('close', resolve);
  });
  if (!file) throw new AppError('invalid', rules.texts.noFile);
  return { ...(await file), fields };
}

const unshown = /%0D|%0A|(?![\u200c\u200d])\p{C}/gu;

/**
 * Without folders, without what no list can show (but what joins letters and parts of an emoji), and as
 * it was before a browser wrote it into a head.
 */
function shownName(name: string): string {
  const base = name.replaceAll('%22', '"').split(/[\\/]/).at(-1) ?? '';
  const shown = [...base.replace(unshown, '').trim()].slice(0, 200).join('');
  return shown || 'file';
}

/** Gives the digest of the bytes, taken on their way to the disk. */
async function store(file: Readable, path: string, rules: FileRules): Promise<Buffer> {
  const hash = createHash('sha256');
  // At once: what is past the limit may never end.
  file.once('limit', () => {
    file.destroy(new AppError('too_large', rules.texts.tooLarge));
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
