/** One server-sent event: what it is called, and what it says. */
export type ServerEvent = { name: string; data: string };

/**
 * Reads server-sent events until the stream ends. `onBytes` is called with whatever comes, also with
 * what only shows that the other side is still there.
 */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
  onBytes: () => void,
): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    onBytes();
    if (done) return;
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event) onEvent(event);
    }
  }
}

/** Undefined where it is a comment. */
function eventIn(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  const data = fields.get('data');
  return data === undefined ? undefined : { name: fields.get('event') ?? 'message', data };
}
