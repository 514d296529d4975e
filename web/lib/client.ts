import type { RequestOf, ResponseOf, Route } from '#contract/http.ts';
import {
  type AddressParts,
  addressOf,
  type Endpoint,
  type FileFormat,
} from '#contract/protocol.ts';
import type { RouteName, Routes } from '#contract/routes.ts';
import { type Receiving, receiveFile } from './receive-file.ts';
import { sendSignedIn } from './send-signed-in.ts';
import { bodyOrThrow, type Outgoing } from './transport.ts';

/** The schemas stay on the server: of a route, the browser takes only the types. */
type RouteAt<E extends Endpoint> = Extract<
  Routes[RouteName],
  { method: E['method']; path: E['path'] }
>;

/** What a call needs is required, and what it does not have cannot be given. */
type Given<R extends Route> = {
  [K in keyof RequestOf<R> as RequestOf<R>[K] extends undefined ? never : K]: RequestOf<R>[K];
};
type Options = { signal?: AbortSignal };
type Arguments<R extends Route> = keyof Given<R> extends never
  ? [input?: Record<string, never>, options?: Options]
  : [input: Given<R>, options?: Options];

/** Calls an endpoint of the contract: its request and its answer are typed by it. */
export async function call<E extends Endpoint>(
  route: E,
  ...[input, options]: Arguments<RouteAt<E>>
): Promise<ResponseOf<RouteAt<E>>> {
  const outgoing = outgoingCall(route, input, options?.signal);
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as ResponseOf<RouteAt<E>>;
}

function outgoingCall(route: Endpoint, input: unknown, signal: AbortSignal | undefined): Outgoing {
  const { params, query, body } = (input ?? {}) as Partial<RequestOf<Route>>;
  return {
    method: route.method,
    url: addressOf(route, { params, query }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  };
}

type UploadRoute = Endpoint & { upload: string };
type FileToSend<E extends UploadRoute> = {
  file: File;
  query?: RequestOf<RouteAt<E>>['query'];
  signal?: AbortSignal;
};

export async function upload<E extends UploadRoute>(
  route: E,
  input: FileToSend<E> & { onProgress?: (percent: number) => void },
): Promise<ResponseOf<RouteAt<E>>> {
  const outgoing = { ...outgoingFile(route, input), onProgress: input.onProgress };
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as ResponseOf<RouteAt<E>>;
}

/** Sends a file, and gets one back. */
export async function exchangeFile<E extends UploadRoute & { download: readonly FileFormat[] }>(
  route: E,
  input: FileToSend<E>,
): Promise<File> {
  const outgoing = { ...outgoingFile(route, input), receive: receiveFile };
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as File;
}

/** Opens an answer that has no end, by the same rules as every call. */
export async function openStream(
  route: Endpoint & { stream: true },
  signal: AbortSignal,
  query: AddressParts['query'] = {},
): Promise<ReadableStream<Uint8Array>> {
  const { method } = route;
  const url = addressOf(route, { query });
  const headers = { accept: 'text/event-stream' };
  const outgoing = { method, url, headers, receive: bodyOf, signal };
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as ReadableStream<Uint8Array>;
}

/** Gets a file that the server makes; nothing where it is written as it arrives. */
export async function download<E extends Endpoint & { download: readonly FileFormat[] }>(
  route: E,
  input: Given<RouteAt<E>>,
  { signal, ...receiving }: Receiving & { signal: AbortSignal },
): Promise<File | undefined> {
  const outgoing = {
    ...outgoingCall(route, input, signal),
    receive: (response: Response) => receiveFile(response, receiving),
  };
  return bodyOrThrow(await sendSignedIn(route, outgoing)) as File | undefined;
}

const bodyOf = async ({ body }: Response) => body;

function outgoingFile(
  route: UploadRoute,
  { file, query, signal }: { file: File; query?: unknown; signal?: AbortSignal },
): Outgoing {
  const body = new FormData();
  body.append(route.upload, file);
  const url = addressOf(route, { query: query as AddressParts['query'] });
  return { method: route.method, url, headers: {}, body, signal };
}
