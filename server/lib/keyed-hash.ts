export const hashKeyBytes = 8;
/** 64 bits of a text, in two halves. */
export type KeyedHash = (text: string) => [high: number, low: number];

/**
 * HalfSipHash-1-3 over the UTF-16 units of a text. Whoever does not know the key cannot make up
 * texts that share a hash; it works on numbers of 32 bits, which JavaScript is fast with.
 */
export function createKeyedHash(key: Buffer): KeyedHash {
  const key0 = key.readInt32LE(0);
  const key1 = key.readInt32LE(4);
  return (text) => {
    let v0 = key0;
    let v1 = key1 ^ 0xee;
    let v2 = key0 ^ 0x6c796765;
    let v3 = key1 ^ 0x74656462;
    let high = 0;
    const words = (text.length >> 1) + 1;
    // A round for each word, then three for each half of the result.
    for (let step = 0; step < words + 6; step++) {
      const word = step < words ? wordOf(text, step) : 0;
      if (step === words) v2 ^= 0xee;
      if (step === words + 3) {
        high = v1 ^ v3;
        v1 ^= 0xdd;
      }
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = rotate(v1, 5) ^ v0;
      v0 = rotate(v0, 16);
      v2 = (v2 + v3) | 0;
      v3 = rotate(v3, 8) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = rotate(v3, 7) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = rotate(v1, 13) ^ v2;
      v2 = rotate(v2, 16);
      v0 ^= word;
    }
    return [high >>> 0, (v1 ^ v3) >>> 0];
  };
}

/** Two units of the text; the last word has the odd one, if there is one, and the length. */
function wordOf(text: string, index: number): number {
  const at = index * 2;
  if (at + 1 < text.length) return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
  return (at < text.length ? text.charCodeAt(at) : 0) | ((text.length * 2) << 24);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
