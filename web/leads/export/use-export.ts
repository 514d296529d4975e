import { useRef, useState } from 'react';
import { serverText } from '#web/lib/api-error.ts';
import type { Received } from '#web/lib/receive-file.ts';
import { toast } from '#web/lib/toasts.ts';
import { leadMessages } from '../lead-text.ts';
import type { LeadsList } from '../use-leads-list.ts';
import type { ExportFormat } from './export.api.ts';

/**
 * One export at a time, which goes on while its panel is closed and can be given up: meanwhile every
 * panel shows how far it is, and offers no other.
 */
export function useExport({ filter, sort, total = 0 }: LeadsList) {
  const running = useRef<AbortController>(undefined);
  const [received, setReceived] = useState<Received>();
  /** All that the list shows, or only those with these ids; what refuses them may be told better. */
  const start = async (
    format: ExportFormat,
    ids?: string[],
    explain?: (error: unknown) => Promise<string | undefined>,
  ) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setReceived({ bytes: 0, total: undefined });
    try {
      const { exportLeads } = await import('./export.api.ts');
      const exported = ids
        ? { body: { ids, sort, format } }
        : { query: { ...filter, sort, format } };
      const count = ids ? ids.length : total;
      await exportLeads(exported, { total: count, signal, onReceived: setReceived });
      toast.success(leadMessages.exported);
    } catch (error) {
      if (isGivenUp(error)) return;
      toast.error((await explain?.(error)) ?? serverText(error) ?? leadMessages.exportFailed);
    } finally {
      running.current = undefined;
      setReceived(undefined);
    }
  };
  return { received, start, cancel: () => running.current?.abort() };
}

export type Exporter = ReturnType<typeof useExport>;

/** Cancelled here, or in the browser's question where the file should go. */
function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
