import { Agent, request } from 'node:http';

export type Question = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
/** `status` is 'no answer' where the connection broke, or none came in time. */
export type Answer = {
  status: number | 'no answer';
  headers: Record<string, string | string[] | undefined>;
  bytes: number;
  milliseconds: number;
  text: string;
};

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const longestMilliseconds = 120_000;

/** One call, from sending it to the last byte of its answer; it never throws. */
export function ask(url: string, question: Question = {}): Promise<Answer> {
  const start = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = (status: Answer['status'], headers: Answer['headers'] = {}) => {
      const content = Buffer.concat(chunks);
      const milliseconds = performance.now() - start;
      resolve({ status, headers, bytes: content.length, milliseconds, text: content.toString() });
    };
    const { method = 'GET', headers = {}, body } = question;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => end(answer.statusCode ?? 'no answer', answer.headers));
      answer.once('error', () => end('no answer'));
      answer.once('aborted', () => end('no answer'));
    });
    call.setTimeout(longestMilliseconds, () => call.destroy());
    call.once('error', () => end('no answer'));
    call.end(body);
  });
}

export function json(answer: Answer): Record<string, unknown> {
  try {
    return JSON.parse(answer.text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A multipart body with one file. */
export function fileBody(name: string, content: string | Buffer): Question {
  const boundary = '----portal-chaos';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(head),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
