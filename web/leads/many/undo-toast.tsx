import { useSyncExternalStore } from 'react';
import { toast } from '#web/lib/toasts.ts';
import { ChangeProgress } from './ChangeProgress.tsx';
import type { ManyProgress, OnProgress } from './many.api.ts';
import { manyMessages, puttingBackText } from './many-text.ts';

/** What is done sooner is told when it is done, and nothing flickers before. */
const showAfterMilliseconds = 150;
const about = 'many leads that are being put back';

/**
 * Tells how far an undo is for as long as it takes. In a toast: the bar has gone with the ticks, and an
 * undo is asked for in a toast, or by its key, on whichever page.
 */
export async function withUndoToast<Result>(
  count: number,
  work: (onProgress: OnProgress) => Promise<Result>,
): Promise<Result> {
  const progress = keepProgress({ done: 0, total: count });
  const content = <UndoProgress count={count} progress={progress} />;
  const show = () => toast.busy(manyMessages.undoing, puttingBackText(count), { about, content });
  const timer = setTimeout(show, showAfterMilliseconds);
  try {
    return await work(progress.tell);
  } finally {
    clearTimeout(timer);
    toast.clear(about);
  }
}

type KeptProgress = ReturnType<typeof keepProgress>;

/** A toast that was replaced with each step would come and go, and be read out, each time. */
function keepProgress(first: ManyProgress) {
  const listeners = new Set<() => void>();
  let latest = first;
  return {
    read: () => latest,
    tell: (progress: ManyProgress) => {
      latest = progress;
      for (const listen of listeners) listen();
    },
    subscribe: (listen: () => void) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

function UndoProgress({ count, progress }: { count: number; progress: KeptProgress }) {
  const latest = useSyncExternalStore(progress.subscribe, progress.read);
  return (
    <>
      <span>{puttingBackText(count)}</span>
      <ChangeProgress label="Progress of the undo" {...latest} />
    </>
  );
}
