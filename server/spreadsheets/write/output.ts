import { open, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { SpreadsheetError } from '../spreadsheet-error.ts';

export type Output = {
  append(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
  /** Closes and removes what was written; also after close, or when that failed. */
  discard(): Promise<void>;
};

export async function openOutput(path: string): Promise<Output> {
  const file = await open(path, 'w', 0o600);
  return {
    append: (bytes: Buffer) => file.writeFile(bytes),
    close: () => file.close(),
    async discard() {
      try {
        await file.close();
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/** For bytes that somebody takes as they come: nothing is added while they have enough. */
export function outputInto(stream: Writable): Output {
  return {
    append: (bytes) => (stream.write(bytes) ? Promise.resolve() : roomIn(stream)),
    close: async () => void stream.end(),
    discard: async () => void stream.destroy(),
  };
}

/** Fails where nobody takes the bytes any more. */
function roomIn(stream: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (action: () => void) => () => {
      stream.off('drain', onDrain).off('close', onClose);
      action();
    };
    const onDrain = settle(resolve);
    const onClose = settle(() => reject(stream.errored ?? new Error('Nobody reads any more')));
    if (stream.destroyed) onClose();
    else stream.on('drain', onDrain).on('close', onClose);
  });
}

/**
 * Far more than a file within the limits gives. A small one can still ask for more: one long text
 * that every cell points to, or a header of thousands of columns that every row is padded to.
 */
const textBounds = { piece: 256 * 1024, bytes: 1024 ** 3 };
/** For rows of our own, of which there are as many as there are. */
export const ownTextBounds = { piece: 64 * 1024, bytes: Number.POSITIVE_INFINITY };

/** Gathers text, so that it goes on its way in large pieces. */
export function gatherText(write: (bytes: Buffer) => Promise<void>, bounds = textBounds) {
  let text = '';
  let total = 0;
  const flush = async () => {
    if (text === '') return;
    const bytes = Buffer.from(text);
    text = '';
    total += bytes.length;
    if (total > bounds.bytes) throw new SpreadsheetError('tooLargeInside');
    await write(bytes);
  };
  return {
    add(more: string): void | Promise<void> {
      text += more;
      if (text.length >= bounds.piece) return flush();
    },
    flush,
  };
}
