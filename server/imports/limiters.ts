import { importText } from '#contract/imports.ts';
import { AppError } from '#server/app-error.ts';

const mostAtOnce = 20;
const headers = { 'retry-after': 10 };

export function anotherUpload(): AppError {
  return new AppError('too_many', importText.anotherUpload, { headers });
}

/**
 * So many files of a user at a time, and not more at once than the readers can work off: decided
 * before a file is received, so that nobody fills the disk or the line for everybody else.
 */
export function createGate(mostOfOneUser: number) {
  const open: string[] = [];
  return async function enter<T>(userId: string, work: () => Promise<T>): Promise<T> {
    if (open.filter((id) => id === userId).length >= mostOfOneUser) throw anotherUpload();
    if (open.length >= mostAtOnce) throw new AppError('unavailable', importText.busy, { headers });
    open.push(userId);
    try {
      return await work();
    } finally {
      open.splice(open.indexOf(userId), 1);
    }
  };
}
