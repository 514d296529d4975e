import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A ZIP archive in a file. */
export async function openZip(path: string) {
  const zip = zipInto((await open(path, 'w', 0o600)).createWriteStream());
  return {
    ...zip,
    /** Closes and removes the file; also after finish, or when that failed. */
    async discard(): Promise<void> {
      await zip.discard();
      await rm(path, { force: true });
    },
  };
}

/** A ZIP archive of small parts and a last one that comes piece by piece and is never in memory. */
export function zipInto(output: Writable) {
  const zip = new ZipFile();
  const last = new PassThrough();
  const written = pipeline(zip.outputStream, output);
  // A failure reaches whoever writes or finishes next; until then it must not end the process.
  written.catch(() => {});
  return {
    add(name: string, content: string): void {
      zip.addBuffer(Buffer.from(content), name);
    },
    startLast(name: string): void {
      zip.addReadStream(last, name);
      zip.end();
    },
    /** The next piece of the last part; waits until there is room for more, or the output fails. */
    async write(bytes: Buffer): Promise<void> {
      if (!last.write(bytes)) await Promise.race([once(last, 'drain'), written]);
    },
    async finish(): Promise<void> {
      last.end();
      await written;
    },
    async discard(): Promise<void> {
      last.destroy();
      if (output.closed) return;
      const closed = once(output, 'close');
      output.destroy();
      await closed;
    },
  };
}
