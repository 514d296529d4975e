import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type Asked = { status: number | 'no answer'; milliseconds: number };

/** Asks for an address again and again, as somebody else, while `work` goes on. */
export async function watched(
  url: string,
  headers: Record<string, string>,
  work: () => Promise<void>,
  every = 5,
): Promise<Asked[]> {
  const file = new URL('./probe.mjs', import.meta.url);
  const prober = new Worker(file, { workerData: { url, headers, every }, execArgv: [] });
  await once(prober, 'message');
  try {
    await work();
  } finally {
    prober.postMessage('stop');
  }
  const [asked] = await once(prober, 'message');
  return asked as Asked[];
}

export const times = (asked: readonly Asked[]) => asked.map(({ milliseconds }) => milliseconds);
export const statuses = (asked: readonly Asked[]) => asked.map(({ status }) => status);
