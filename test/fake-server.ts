import { vi } from 'vitest';

type Answer = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> };
/** What a call is answered with: an answer, a connection that breaks, or what a function makes of it. */
type Reply = Answer | 'no connection' | ((call: Call) => Answer | Promise<Answer>);
export type Call = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  /** Whether it is sent to its end even if the page is closed. */
  keepalive: boolean;
  /** Aborts when it is given up. */
  signal: AbortSignal | null | undefined;
};

/** The server as a component sees it: `{ 'GET /api/leads': { json: … } }`. Gives back every call made. */
export function answerCalls(replies: Record<string, Reply>): Call[] {
  const known = { 'GET /api/csrf-token': { json: { csrf_token: 'csrf' } }, ...replies };
  const calls: Call[] = [];
  const answer = async (url: string, init: RequestInit = {}) => {
    const call = read(url, init);
    calls.push(call);
    const reply = (known as Record<string, Reply>)[`${call.method} ${call.path}`];
    if (!reply) throw new Error(`The test has no answer for ${call.method} ${call.path}`);
    if (reply === 'no connection') throw new TypeError('Failed to fetch');
    const answered = typeof reply === 'function' ? await reply(call) : reply;
    const { status = 200, json, text = JSON.stringify(json ?? {}), headers } = answered;
    init.signal?.throwIfAborted();
    // No real Response: its body arrives in the browser's own time, which a test cannot hold.
    return {
      status,
      ok: status < 300,
      headers: new Headers(headers),
      text: async () => text,
      blob: async () => new Blob([text]),
    };
  };
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('XMLHttpRequest', function FakeUpload() {
    return fakeUpload(answer);
  });
  return calls;
}

type FetchAnswer = { status: number; text: () => Promise<string> };

/** What an upload is sent with, answered like any other call; its progress is the browser's to tell. */
function fakeUpload(answer: (url: string, init: RequestInit) => Promise<FetchAnswer>) {
  let sent: { method: string; url: string } = { method: 'POST', url: '' };
  const request = {
    status: 0,
    responseText: '',
    upload: {},
    onload: () => {},
    onerror: () => {},
    onabort: () => {},
    open: (method: string, url: string) => {
      sent = { method, url };
    },
    setRequestHeader: () => {},
    abort: () => request.onabort(),
    send: async (body: FormData) => {
      try {
        const { status, text } = await answer(sent.url, { method: sent.method, body });
        Object.assign(request, { status, responseText: await text() });
        request.onload();
      } catch {
        request.onerror();
      }
    },
  };
  return request;
}

function read(url: string, init: RequestInit): Call {
  const { pathname, searchParams } = new URL(url, 'http://portal.example');
  return {
    method: init.method ?? 'GET',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    keepalive: init.keepalive ?? false,
    signal: init.signal,
  };
}

/** An answer that stays away until the test lets it come. */
export function heldAnswer(answer: Answer) {
  let resolve = (_: Answer) => {};
  const promise = new Promise<Answer>((done) => {
    resolve = done;
  });
  return { reply: () => promise, release: () => resolve(answer) };
}
