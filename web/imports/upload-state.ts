import type { UploadProgress, UploadResult } from '#contract/imports.ts';
import { importText, type RowProblem } from '#contract/imports.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';

/** spec §4, Upload: idle, file selected, uploading with progress, success, error. */
export type UploadState =
  | { step: 'idle'; fault?: string }
  | { step: 'selected'; file: File }
  | { step: 'uploading'; file: File; progress: Progress }
  | { step: 'done' }
  /** Stored, as was chosen, without the rows that are wrong. */
  | { step: 'partly'; file: File; result: UploadResult }
  | { step: 'failed'; file: File; failure: UploadFailure };

/** A file is chosen, and it is up to the person what comes next. */
export function isWaiting(
  state: UploadState,
): state is Extract<UploadState, { step: 'selected' | 'failed' }> {
  return state.step === 'selected' || state.step === 'failed';
}

export type UploadFailure = {
  message: string;
  /** What is wrong in which row; `problemCount` counts also those that are not listed. */
  problems: RowProblem[];
  problemCount: number;
};

/** spec §5 and §8, and the generic file-drop messages. */
export const uploadMessages = {
  ...importText,
  done: 'Leads have been uploaded successfully',
  failed: 'Failed to upload leads. Please check your file format and try again.',
  ready: 'File is ready to upload',
  empty: 'The file is empty. Please choose a file with at least one lead.',
  unreadable: 'The file has changed or moved since you chose it. Please choose it again.',
} as const;

/** How far the file has travelled, then how far the server is with it. */
export type Progress = { phase: 'sending' | 'checking' | 'storing'; percent: number };

const phaseTexts = {
  sending: 'Uploading…',
  checking: 'Checking the file…',
  storing: 'Storing the leads…',
} as const;

/** The whole file has arrived, and the server has not said yet how far it is. */
export function isUntold({ phase, percent }: Progress): boolean {
  return phase === 'sending' && percent >= 100;
}

export function progressText(progress: Progress): string {
  return isUntold(progress) ? phaseTexts.checking : phaseTexts[progress.phase];
}

/** A browser tells of a file's last bytes late: once the server works, only the server counts. */
export function sent(progress: Progress, percent: number): Progress {
  return progress.phase === 'sending' ? { phase: 'sending', percent } : progress;
}

export function told(progress: Progress, { step, percent }: UploadProgress): Progress {
  return step === 'waiting' ? progress : { phase: step, percent };
}

export function uploadFailure(error: unknown): UploadFailure {
  const { problems = [], problem_count } = error instanceof ApiError ? error.body : {};
  return {
    message: serverText(error) ?? uploadMessages.failed,
    problems,
    problemCount: problem_count ?? problems.length,
  };
}
