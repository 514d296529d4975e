import { open } from 'node:fs/promises';

const pieceBytes = 128 * 1024;

/**
 * A file piece by piece, each good until the next is asked for: all come in the same buffer, since
 * a new one for each would pile up outside the heap, where V8 is in no hurry to collect.
 */
export async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(pieceBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
