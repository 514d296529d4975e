import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A ZIP archive of small parts and a last one that comes piece by piece and is never in memory. */
export async function openZip(path: string) {
  const file = (await open(path, 'w', 0o600)).createWriteStream();
  const zip = new ZipFile();
  const last = new PassThrough();
  const written = pipeline(zip.outputStream, file);
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
    /** The next piece of the last part; waits until there is room for more, or the disk fails. */
    async write(bytes: Buffer): Promise<void> {
      if (!last.write(bytes)) await Promise.race([once(last, 'drain'), written]);
    },
    async finish(): Promise<void> {
      last.end();
      await written;
    },
    /** Closes and removes the file; also after finish, or when that failed. */
    async discard(): Promise<void> {
      last.destroy();
      if (!file.closed) {
        const closed = once(file, 'close');
        file.destroy();
        await closed;
      }
      await rm(path, { force: true });
    },
  };
}
