import type { BulkProgress } from '#contract/lead-changes.ts';

export type ReportProgress = (progress: BulkProgress) => void;

/** Of this process alone, like that of files: a change is made by the process that was asked for it. */
const underWay = new Map<string, BulkProgress>();
const keyOf = (userId: string, changeId: string) => `${userId} ${changeId}`;

/** How far the change with this id has come, for whoever makes it. */
export function progressOf(userId: string, changeId: string): BulkProgress {
  return underWay.get(keyOf(userId, changeId)) ?? { done: 0, total: 0 };
}

export async function withProgress<T>(
  userId: string,
  changeId: string | undefined,
  work: (reportProgress: ReportProgress) => Promise<T>,
): Promise<T> {
  if (!changeId) return work(() => {});
  const key = keyOf(userId, changeId);
  try {
    return await work((progress) => underWay.set(key, progress));
  } finally {
    underWay.delete(key);
  }
}
