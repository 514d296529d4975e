import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf } from '#contract/http.ts';
import { importText } from '#contract/import-text.ts';
import type { FileCheck, UploadProgress } from '#contract/imports.ts';
import type { routes } from '#contract/routes.ts';
import { refreshLeads } from '#web/leads/leads.api.ts';
import { serverText } from '#web/lib/api-error.ts';
import { call, exchangeFile, upload } from '#web/lib/client.ts';
import { withProgress } from '#web/lib/with-progress.ts';
import type { PageState } from '#web/ui/Pager.tsx';

export type UploadQuery = RequestOf<typeof routes.uploadLeads>['query'];
type CheckQuery = RequestOf<typeof routes.checkUpload>['query'];
type ReportQuery = RequestOf<typeof routes.reportUpload>['query'];

/** A file on its way, with what the server is asked to tell about it meanwhile. */
type TrackedFile<Query> = {
  file: File;
  query: Query & { upload_id: string };
  onServerProgress: (progress: UploadProgress) => void;
  signal: AbortSignal;
};

const pollMilliseconds = 500;
const secondTryMilliseconds = 1_000;

export function useUploadLeads() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      onServerProgress,
      ...given
    }: TrackedFile<UploadQuery> & { onProgress: (percent: number) => void }) =>
      trackUpload(given.query.upload_id, onServerProgress, () =>
        withSecondTry(() => upload(endpoints.uploadLeads, given)),
      ),
    // Also after a failure: a connection that broke late may have left the leads stored.
    onSettled: () => refreshLeads(queries),
  });
}

/** What the server finds in a file; nothing of it is stored. */
export function checkFile({
  onServerProgress,
  ...given
}: TrackedFile<CheckQuery>): Promise<FileCheck> {
  return trackUpload(given.query.upload_id, onServerProgress, () =>
    withSecondTry(() => upload(endpoints.checkUpload, given)),
  );
}

/** The rows of a file with a column that says what is wrong in each. */
export function fetchReport(file: File, query: ReportQuery): Promise<File> {
  return withSecondTry(() => exchangeFile(endpoints.reportUpload, { file, query }));
}

/** The server takes one file of a person at a time: one just given up may still hold the place. */
async function withSecondTry<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (serverText(error) !== importText.anotherUpload) throw error;
    await new Promise((resolve) => setTimeout(resolve, secondTryMilliseconds));
    return send();
  }
}

function trackUpload<T>(
  upload_id: string,
  onProgress: (progress: UploadProgress) => void,
  work: () => Promise<T>,
): Promise<T> {
  const ask = (signal: AbortSignal) =>
    call(endpoints.uploadProgress, { query: { upload_id } }, { signal });
  return withProgress({ ask, everyMilliseconds: pollMilliseconds, onProgress }, work);
}

/** Kept with the leads: whatever changes them may change what can be undone. */
export function useImports({ page, pageSize }: PageState) {
  const query = { limit: pageSize, offset: page * pageSize };
  return useQuery({
    queryKey: ['leads', 'imports', query],
    queryFn: ({ signal }) => call(endpoints.listImports, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useImport(id: string) {
  return useQuery({
    queryKey: ['leads', 'imports', id],
    queryFn: ({ signal }) => call(endpoints.getImport, { params: { id } }, { signal }),
  });
}

export function useUndoImport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.undoImport, { params: { id } }),
    // Also after a refusal: what the list said is no longer so.
    onSettled: () => refreshLeads(queries),
  });
}
