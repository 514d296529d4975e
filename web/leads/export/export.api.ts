import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { download } from '#web/lib/client.ts';
import type { Received } from '#web/lib/receive-file.ts';
import { saveFile } from '#web/lib/save-file.ts';

type ExportQuery = RequestOf<typeof routes.exportLeads>['query'];
export type ExportFormat = ExportQuery['format'];

type FileHandle = {
  createWritable(): Promise<WritableStream<Uint8Array>>;
  remove?: () => Promise<void>;
};
type Picker = (options: { suggestedName: string }) => Promise<FileHandle>;

/** About 10 MB: below this, nobody needs to be asked where the file should go. */
const manyLeads = 50_000;

/** What the list shows, or the leads with these ids. */
export type Exported =
  | { query: ExportQuery }
  | { body: RequestOf<typeof routes.exportChosenLeads>['body'] };

/**
 * Leads as a file. A large one is written to disk as it arrives, where the browser can do that; it then
 * asks for the place first.
 */
export async function exportLeads(
  exported: Exported,
  {
    total,
    signal,
    onReceived,
  }: { total: number; signal: AbortSignal; onReceived: (received: Received) => void },
): Promise<void> {
  const pick = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  const { format } = 'query' in exported ? exported.query : exported.body;
  const place = total > manyLeads ? await pick?.({ suggestedName: `leads.${format}` }) : undefined;
  try {
    const receiving = { signal, onReceived, into: await place?.createWritable() };
    const file = await ('query' in exported
      ? download(endpoints.exportLeads, exported, receiving)
      : download(endpoints.exportChosenLeads, exported, receiving));
    if (file) saveFile(file);
  } catch (error) {
    // What was begun is no file that anybody could use.
    await place?.remove?.().catch(() => undefined);
    throw error;
  }
}
