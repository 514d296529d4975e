/** How much of a file has come; of how much, where the server says. */
export type Received = { bytes: number; total: number | undefined };

/** How a file of the server is taken: whoever waits is told how much has come. */
export type Receiving = {
  onReceived?: (received: Received) => void;
  /** Where it is written as it arrives; without this it is kept until it is whole. */
  into?: WritableStream<Uint8Array> | undefined;
};

/** The file by the name that the server gave it; nothing where it has been written already. */
export async function receiveFile(
  response: Response,
  { onReceived, into }: Receiving = {},
): Promise<File | undefined> {
  const total = lengthOf(response);
  const body =
    onReceived && response.body?.pipeThrough(countBytes((bytes) => onReceived({ bytes, total })));
  const whole = body ? new Response(body) : response;
  if (into && whole.body) {
    await whole.body.pipeTo(into);
    return undefined;
  }
  // As a blob, not as bytes: browsers keep a large one on disk.
  return new File([await whole.blob()], nameOf(response));
}

/** Of what is compressed on its way, by a proxy for example, the length is not that of the file. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  return length > 0 ? length : undefined;
}

function nameOf({ headers }: Response): string {
  const disposition = headers.get('content-disposition') ?? '';
  const [, name] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  return name ? decodeURIComponent(name) : 'download';
}

function countBytes(onReceived: (bytes: number) => void) {
  let bytes = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onReceived(bytes);
      controller.enqueue(chunk);
    },
  });
}
