/** Asks how far the server is for as long as the work takes; a question that fails is ignored. */
export async function withProgress<Result, Progress>(
  {
    ask,
    everyMilliseconds,
    onProgress,
  }: {
    ask: (signal: AbortSignal) => Promise<Progress>;
    everyMilliseconds: number;
    onProgress: (progress: Progress) => void;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const finished = new AbortController();
  let isAsking = false;
  const askOnce = async () => {
    if (isAsking) return;
    isAsking = true;
    const progress = await ask(finished.signal).catch(() => undefined);
    isAsking = false;
    if (progress && !finished.signal.aborted) onProgress(progress);
  };
  const timer = setInterval(askOnce, everyMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    finished.abort();
  }
}
