import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { upload } from '#web/lib/client.ts';
import { refreshLeads } from '../leads.api.ts';

type LeadFile = {
  file: File;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

export function useUploadLeads() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ file, onProgress, signal }: LeadFile) =>
      upload(endpoints.uploadLeads, file, onProgress, signal),
    // Also after a failure: a connection that broke late may have left the leads stored.
    onSettled: () => refreshLeads(queries),
  });
}
