import { bytesOf } from '#server/lib/file-bytes.ts';
import { SpreadsheetError } from '../spreadsheet-error.ts';

export type Encoding = {
  name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** False where some bytes are no characters of the encoding: U+FFFD then stands for them. */
  clean: boolean;
};

export async function detectEncoding(path: string, sample: Buffer): Promise<Encoding> {
  const utf16 = detectUtf16(sample);
  if (utf16) return { name: utf16, clean: true };
  if (looksBinary(sample)) throw new SpreadsheetError('notAFile');
  if (await isUtf8(path)) return { name: 'utf-8', clean: true };
  // One stray byte must not turn every umlaut of a UTF-8 file into two letters.
  const name = (await isMostlyUtf8(path)) ? 'utf-8' : 'windows-1252';
  return { name, clean: false };
}

function detectUtf16(sample: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const utf32 = sample.length >= 4 && sample[2] === 0 && sample[3] === 0;
  if (sample[0] === 0xff && sample[1] === 0xfe && !utf32) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const nuls = [0, 0] as [number, number];
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] === 0) nuls[index % 2 === 0 ? 0 : 1]++;
  }
  // Without a mark: the header row is ASCII, which has a NUL in every second byte.
  const half = sample.length / 2;
  if (nuls[1] > half * 0.3 && nuls[0] < half * 0.02) return 'utf-16le';
  if (nuls[0] > half * 0.3 && nuls[1] < half * 0.02) return 'utf-16be';
  return undefined;
}

function looksBinary(sample: Buffer): boolean {
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    if (byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte === 0x7f) controls++;
  }
  return controls > sample.length * 0.01;
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of bytesOf(path)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function isMostlyUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8');
  let strays = 0;
  let letters = 0;
  for await (const bytes of bytesOf(path)) {
    for (const char of decoder.decode(bytes, { stream: true })) {
      if (char === '\uFFFD') strays++;
      else if (char > '\x7f') letters++;
    }
  }
  return letters > strays * 10;
}
