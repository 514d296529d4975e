import type { ChangeKind } from '#contract/events.ts';

/** What one stream has still to be told, and when it was last told something. */
type Letter = { kinds: Set<ChangeKind>; sentAt: number };

/** Gathers what streams are to be told: to each at most one message in `gap` milliseconds. */
export function createOutbox<Stream>({
  gap,
  now,
  write,
}: {
  gap: number;
  now: () => number;
  write: (stream: Stream, text: string) => void;
}) {
  const letters = new Map<Stream, Letter>();
  const waiting = new Set<Stream>();
  let flushing: NodeJS.Timeout | undefined;

  function add(stream: Stream, kind: ChangeKind): void {
    const letter = letters.get(stream) ?? { kinds: new Set(), sentAt: Number.NEGATIVE_INFINITY };
    letters.set(stream, letter);
    letter.kinds.add(kind);
    waiting.add(stream);
    // Not at once: what changes in the same moment is told in one message.
    flushing ??= setTimeout(flush, Math.max(0, letter.sentAt + gap - now())).unref();
  }

  function flush(): void {
    flushing = undefined;
    const time = now();
    for (const stream of [...waiting]) {
      const letter = letters.get(stream);
      if (!letter || letter.sentAt + gap > time) continue;
      waiting.delete(stream);
      const text = [...letter.kinds].map(messageOf).join('');
      letter.kinds.clear();
      letter.sentAt = time;
      write(stream, text);
    }
    if (waiting.size > 0) flushing = setTimeout(flush, gap / 4).unref();
  }

  function stop(): void {
    clearTimeout(flushing);
    flushing = undefined;
  }

  function forget(stream: Stream): void {
    letters.delete(stream);
    waiting.delete(stream);
  }

  return { add, forget, stop };
}

function messageOf(of: ChangeKind): string {
  return `event: changed\ndata: ${JSON.stringify({ of })}\n\n`;
}
