export type Random = {
  /** From 0 up to, but not including, `below`. */
  whole(below: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
};

/** The same numbers for the same seed, so that what is found can be found again. */
export function seededRandom(seed: string): Random {
  let state = [...seed].reduce(
    (sum, char) => Math.imul(sum ^ char.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (below: number) => Math.floor(next() * below);
  return {
    whole,
    chance: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]) => {
      if (choices.length === 0) throw new Error('There is nothing to pick from');
      return choices[whole(choices.length)] as T;
    },
  };
}
