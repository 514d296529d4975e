import type { UploadProgress } from '#contract/imports.ts';

export type ReportProgress = (step: UploadProgress['step'], part: number) => void;

/** Of this process alone: a file is worked on by the one that received it. */
const underWay = new Map<string, UploadProgress>();
const keyOf = (userId: string, uploadId: string) => `${userId} ${uploadId}`;

/** How far the file with this id has come, for whoever sent it. */
export function progressOf(userId: string, uploadId: string): UploadProgress {
  return underWay.get(keyOf(userId, uploadId)) ?? { step: 'waiting', percent: 0 };
}

export async function withProgress<T>(
  userId: string,
  uploadId: string | undefined,
  work: (reportProgress: ReportProgress) => Promise<T>,
): Promise<T> {
  if (!uploadId) return work(() => {});
  const key = keyOf(userId, uploadId);
  try {
    return await work((step, part) =>
      underWay.set(key, { step, percent: Math.min(100, Math.floor(part * 100)) }),
    );
  } finally {
    underWay.delete(key);
  }
}
