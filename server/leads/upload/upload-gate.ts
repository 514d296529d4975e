import { uploadText } from '#contract/leads.ts';
import { AppError } from '#server/app-error.ts';

const mostAtOnce = 20;
const comeBackSeconds = 10;
const uploading = new Set<string>();

/**
 * One upload of a user at a time, and not more at once than the readers can work off: decided
 * before the file is received, so that nobody fills the disk or the line for everybody else.
 */
export async function oneUploadAtATime<T>(userId: string, upload: () => Promise<T>): Promise<T> {
  const headers = { 'retry-after': comeBackSeconds };
  if (uploading.has(userId)) throw new AppError('too_many', uploadText.anotherUpload, { headers });
  if (uploading.size >= mostAtOnce) throw new AppError('unavailable', uploadText.busy, { headers });
  uploading.add(userId);
  try {
    return await upload();
  } finally {
    uploading.delete(userId);
  }
}
