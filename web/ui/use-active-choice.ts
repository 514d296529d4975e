import { useState } from 'react';
import type { Choice } from './choices.ts';

/**
 * Which choice Enter would take: where the arrow keys have gone, or else the preferred one. It follows
 * from what is typed at once, so that Enter never takes what an earlier letter had found.
 */
export function useActiveChoice(found: Choice[], typed: string, preferred: Choice | undefined) {
  const [last, setLast] = useState<{ typed: string; value: string }>();
  const movedTo =
    last?.typed === typed ? found.find(({ value }) => value === last.value) : undefined;
  const active = movedTo ?? preferred;
  const move = (step: 1 | -1) => {
    const position = active ? found.indexOf(active) : -1;
    const start = position < 0 && step < 0 ? 0 : position;
    const next = found[(start + step + found.length) % found.length];
    if (next) setLast({ typed, value: next.value });
  };
  return { active, moved: movedTo !== undefined, move, reset: () => setLast(undefined) };
}
