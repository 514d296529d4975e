import type { z } from 'zod';
import {
  type FileCheck,
  type RowProblem,
  type UploadProgress,
  type UploadResult,
  uploadErrorBody,
} from '#contract/imports.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';
import type { CheckState } from './check-state.ts';
import { cancelledTexts, importMessages } from './import-text.ts';

/** What only the sender can decide about a file, the weightiest first. */
export type Question = 'columns' | 'problems' | 'duplicates' | 'partners' | 'proposals';

/** spec §4, Upload: idle, file selected, uploading with progress, success, error. */
export type UploadState =
  | { step: 'idle' }
  /** `asked`: Upload was pressed, and this has to be answered first. `cancelled`: it was taken back. */
  | { step: 'selected'; file: File; asked?: Question; cancelled?: keyof typeof cancelledTexts }
  /** Upload was pressed before the check has answered: it goes on by itself, or asks. */
  | { step: 'waiting'; file: File }
  | { step: 'uploading'; file: File; progress: Progress }
  | { step: 'done' }
  /** Stored, as was chosen, without the rows that are wrong. */
  | { step: 'partly'; file: File; format: FileCheck['format'] | undefined; stored: Stored }
  | { step: 'failed'; file: File; failure: UploadFailure };

/** What became of a file; `others` of the skipped rows were those of other partners. */
export type Stored = UploadResult & { others: number };

/** A file is chosen, and what comes next is up to whoever sends it. */
export function isUpToSender(
  state: UploadState,
): state is Extract<UploadState, { step: 'selected' | 'failed' }> {
  return state.step === 'selected' || state.step === 'failed';
}

/** What there is to say where an upload was taken back. */
export function cancelledIn(state: UploadState): string | undefined {
  return state.step === 'selected' && state.cancelled ? cancelledTexts[state.cancelled] : undefined;
}

export type UploadFailure = {
  message: string;
  /** What is wrong in which row; `problemCount` counts also those that are not listed. */
  problems: RowProblem[];
  problemCount: number;
};

/** What the bar shows while Upload waits for the check. */
export function checkProgress(check: CheckState): Progress {
  if (check.step !== 'running') return { phase: 'checking', percent: 0 };
  const { percent, isWaiting } = check;
  const phase = isWaiting && percent === undefined ? 'waiting' : 'checking';
  return { phase, percent: percent ?? 0 };
}

/** How far the file has travelled, then how far the server is with it. */
export type Progress = { phase: 'sending' | 'waiting' | 'checking' | 'storing'; percent: number };

const phaseTexts = {
  sending: importMessages.uploading,
  waiting: importMessages.waiting,
  checking: importMessages.checking,
  storing: importMessages.storing,
} as const;

/** All that was sent, and the server has not said yet how far it is. */
const isAllSent = ({ phase, percent }: Progress) => phase === 'sending' && percent >= 100;

/** Between what is counted of the sending and what is counted of the check there is no number. */
export function isProgressUnknown(progress: Progress): boolean {
  const { phase, percent } = progress;
  return phase === 'waiting' || isAllSent(progress) || (phase === 'checking' && percent === 0);
}

export function progressText(progress: Progress): string {
  return isAllSent(progress) ? phaseTexts.checking : phaseTexts[progress.phase];
}

/** A browser reports a file's last bytes late: once the server works, only the server counts. */
export function transferProgress(progress: Progress, percent: number): Progress {
  return progress.phase === 'sending' ? { phase: 'sending', percent } : progress;
}

/** What the server reports; as long as it has not begun, the file's own progress stays until its end. */
export function serverProgress(progress: Progress, { step, percent }: UploadProgress): Progress {
  if (step === 'waiting' && !isAllSent(progress)) return progress;
  return { phase: step, percent };
}

/** A failure that is told in one sentence. */
export function plainFailure(message: string): UploadFailure {
  return { message, problems: [], problemCount: 0 };
}

export function uploadFailure(error: unknown): UploadFailure {
  const { problems = [], problem_count } = rowReportIn(error);
  return {
    message: serverText(error) ?? importMessages.failed,
    problems,
    problemCount: problem_count ?? problems.length,
  };
}

/** What the server found wrong in the rows; nothing where it did not come to read them. */
function rowReportIn(error: unknown): Partial<z.infer<typeof uploadErrorBody>> {
  if (!(error instanceof ApiError)) return {};
  return uploadErrorBody.safeParse(error.body).data ?? {};
}
