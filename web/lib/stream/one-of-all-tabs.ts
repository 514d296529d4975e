/**
 * Runs `lead` in one tab of the browser, however many there are, and in the next when that one is
 * closed. What it says is heard in all of them, its own included. Gives back how to leave. Where the
 * browser cannot do this, nothing runs.
 */
export function shareAmongTabs<Message>({
  name,
  lead,
  hear,
}: {
  name: string;
  lead: (say: (message: Message) => void, signal: AbortSignal) => Promise<void>;
  hear: (message: Message) => void;
}): () => void {
  // Both are missing in old browsers, the locks also where the portal is not reached over https.
  const { locks } = navigator as Partial<Navigator>;
  if (!locks || typeof BroadcastChannel === 'undefined') return () => {};
  const leaving = new AbortController();
  const { signal } = leaving;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  const say = (message: Message) => {
    if (signal.aborted) return;
    channel.postMessage(message);
    hear(message);
  };
  locks
    .request(name, { signal }, () => (signal.aborted ? undefined : lead(say, signal)))
    // Whoever leaves while waiting for their turn.
    .catch(() => undefined);
  return () => {
    leaving.abort();
    channel.close();
  };
}
