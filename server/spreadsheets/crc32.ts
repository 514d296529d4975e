import * as zlib from 'node:zlib';

const table = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  table[byte] = value;
}

export function slowCrc32(bytes: Buffer, before = 0): number {
  let crc = ~before;
  for (let index = 0; index < bytes.length; index++) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return ~crc >>> 0;
}

/** Goes on from the sum of what came before. zlib has it from Node 20.15; the portal runs from 20.11. */
export const crc32: typeof slowCrc32 = zlib.crc32 ?? slowCrc32;
