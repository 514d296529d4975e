import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf, ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { call } from '#web/lib/client.ts';
import { idsOfRequests } from '#web/lib/new-id.ts';
import { withProgress } from '#web/lib/with-progress.ts';
import { refreshLeads } from '../leads.api.ts';

type BulkBody = Omit<RequestOf<typeof routes.changeLeads>['body'], 'change_id'>;
/** Which leads, and what becomes of them. */
export type ManyChange = Pick<BulkBody, 'status' | 'delete' | 'partner_id'>;
export type WhichLeads = Pick<BulkBody, 'ids' | 'filter' | 'expected'>;
export type ManyProgress = ResponseOf<typeof routes.changeLeadsProgress>;

/** Whoever waits for longer than this is told how far it is. */
const askMilliseconds = 1_000;

export type OnProgress = (progress: ManyProgress) => void;

/** Of a change, or of its undoing. */
const progressOf = (change_id: string, onProgress: OnProgress) => ({
  ask: (signal: AbortSignal) =>
    call(endpoints.changeLeadsProgress, { query: { change_id } }, { signal }),
  everyMilliseconds: askMilliseconds,
  // None while it waits for its turn.
  onProgress: (progress: ManyProgress) => progress.total > 0 && onProgress(progress),
});

/** Changes many leads in one call. Sent again after a lost connection, it changes nothing twice. */
export function useChangeLeads() {
  const queries = useQueryClient();
  const [ids] = useState(idsOfRequests);
  return async (body: BulkBody, onProgress: OnProgress) => {
    const change_id = ids.of(body);
    try {
      const answer = await withProgress(progressOf(change_id, onProgress), () =>
        call(endpoints.changeLeads, { body: { ...body, change_id } }),
      );
      ids.forget();
      return answer;
    } finally {
      // Also after a failure: a connection that broke late may have left the leads changed.
      refreshLeads(queries);
    }
  };
}

/** Asked for again after a lost connection, it puts nothing back twice and answers the same. */
export async function undoLeadsChange(queries: QueryClient, id: string, onProgress: OnProgress) {
  try {
    return await withProgress(progressOf(id, onProgress), () =>
      call(endpoints.undoLeadsChange, { params: { id } }),
    );
  } finally {
    refreshLeads(queries);
  }
}
