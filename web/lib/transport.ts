import { ApiError } from './api-error.ts';
import { changesMark } from './changes-mark.ts';

export type Outgoing = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal | undefined;
  onProgress?: ((percent: number) => void) | undefined;
  /** What takes the answer where it is a file, or has no end; a refusal is JSON as ever. */
  receive?: (response: Response) => Promise<unknown>;
  /** Sent to its end even if the page is closed meanwhile. */
  outlivesPage?: boolean;
};
export type Answer = { status: number; body: unknown };

/** fetch for everything but uploads: only XMLHttpRequest tells how far an upload has come. */
export function send(outgoing: Outgoing): Promise<Answer> {
  return outgoing.onProgress ? sendWithProgress(outgoing) : sendWithFetch(outgoing);
}

async function sendWithFetch(outgoing: Outgoing): Promise<Answer> {
  const { url, method, headers, body, signal, receive, outlivesPage } = outgoing;
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    ...(outlivesPage && { keepalive: true }),
  });
  changesMark.readFrom(response);
  return {
    status: response.status,
    body: receive && response.ok ? await receive(response) : parse(await response.text()),
  };
}

function sendWithProgress(outgoing: Outgoing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(outgoing.method, outgoing.url);
    for (const [name, value] of Object.entries(outgoing.headers)) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) outgoing.onProgress?.(Math.floor((loaded / total) * 100));
    };
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => reject(new TypeError('The connection was lost'));
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    outgoing.signal?.addEventListener('abort', () => request.abort());
    // Cancelled while the CSRF token was being fetched: there is no event to wait for any more.
    if (outgoing.signal?.aborted) return reject(new DOMException('Cancelled', 'AbortError'));
    request.send(outgoing.body ?? null);
  });
}

/** An answer that is no JSON, as from a proxy in between, has nothing to tell a person. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function bodyOrThrow({ status, body }: Answer): unknown {
  if (status < 200 || status > 299) throw new ApiError(status, body);
  return body;
}
