import { Agent, request } from 'node:http';

/** As many connections as calls at once, each kept for the next. */
const agent = new Agent({ keepAlive: true });

export type Answer = { status: number; body: Buffer };

type Asking = { method?: 'POST'; headers: Record<string, string>; body?: string };

/** Not `fetch`, which takes twice as much of a core, and of the time, to ask for the same. */
export function ask(url: string, { method, headers, body }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
