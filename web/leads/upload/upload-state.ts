import { type RowProblem, uploadText } from '#contract/leads.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';

/** spec §4, Upload: idle, file selected, uploading with progress, success, error. */
export type UploadState =
  | { step: 'idle'; fault?: string }
  | { step: 'selected'; file: File }
  | { step: 'uploading'; file: File; percent: number }
  | { step: 'done' }
  | { step: 'failed'; file: File; failure: UploadFailure };

export type UploadFailure = {
  message: string;
  /** What is wrong in which row; `problemCount` counts also those that are not listed. */
  problems: RowProblem[];
  problemCount: number;
};

/** spec §5 and §8, and the generic file-drop messages. */
export const uploadMessages = {
  ...uploadText,
  done: 'Leads have been uploaded successfully',
  failed: 'Failed to upload leads. Please check your file format and try again.',
  ready: 'File is ready to upload',
  empty: 'The file is empty. Please choose a file with at least one lead.',
  unreadable: 'The file has changed or moved since you chose it. Please choose it again.',
} as const;

/** The whole file has arrived, and the server is reading it. */
export function isChecking(state: UploadState): boolean {
  return state.step === 'uploading' && state.percent >= 100;
}

export function uploadFailure(error: unknown): UploadFailure {
  const { problems = [], problem_count } = error instanceof ApiError ? error.body : {};
  return {
    message: serverText(error) ?? uploadMessages.failed,
    problems,
    problemCount: problem_count ?? problems.length,
  };
}
