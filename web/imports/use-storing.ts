import { type RefObject, useEffect, useRef } from 'react';
import { importText } from '#contract/import-text.ts';
import type { FileCheck, UploadResult } from '#contract/imports.ts';
import { findingsIn } from './check-state.ts';
import { importMessages } from './import-text.ts';
import { useUploadLeads } from './imports.api.ts';
import { type NextStep, stepAfterCheck, stepOnPress } from './next-step.ts';
import { queryOf, type Rows, rowsLeftOut } from './upload-choices.ts';
import { resetTo, type UploadDesk } from './upload-desk.ts';
import {
  isUpToSender,
  type Progress,
  plainFailure,
  type Stored,
  serverProgress,
  transferProgress,
  type UploadState,
  uploadFailure,
} from './upload-state.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

const pageLeft = 'the page was left';

/** A file that is to be uploaded, as it was checked. */
type Checked = { file: File; rows: Rows; found: FileCheck | undefined };

/** What it takes to have a file stored. */
type Work = {
  desk: UploadDesk;
  /** What is under way: waiting for a check, or an upload. */
  running: RefObject<AbortController | null>;
  send: ReturnType<typeof useUploadLeads>['mutateAsync'];
  onAllStored: (stored: Stored) => void;
};

/** The way of a file that was chosen to its leads being stored. */
export function useStoring(desk: UploadDesk, onAllStored: (stored: Stored) => void) {
  const { mutateAsync: send } = useUploadLeads();
  const running = useRef<AbortController>(null);
  const { allowLeaving, blocker } = useLeaveWarning(isBusy(desk.state));
  useEffect(() => () => running.current?.abort(pageLeft), []);
  const work: Work = {
    desk,
    running,
    send,
    onAllStored: (stored) => {
      allowLeaving.current = true;
      onAllStored(stored);
    },
  };
  return {
    blocker,
    start: (rows: Rows = 'all') => start(work, rows),
    abort: () => abort(work),
  };
}

function isBusy({ step }: UploadState): boolean {
  return step === 'waiting' || step === 'uploading';
}

function start(work: Work, rows: Rows) {
  const { state, setFault, check, choices } = work.desk;
  if (isBusy(state) || work.running.current) return;
  if (!isUpToSender(state)) return setFault(importText.noFile);
  setFault(undefined);
  const next: NextStep = rows === 'valid' ? { do: 'upload' } : stepOnPress(check.state, choices);
  follow(work, next, { file: state.file, rows, found: findingsIn(check.state) });
}

function follow(work: Work, next: NextStep, checked: Checked) {
  const { partner, setState, check, choices } = work.desk;
  const { file, found } = checked;
  switch (next.do) {
    case 'ask':
      return setState({ step: 'selected', file, asked: next.question });
    case 'fail':
      return setState({ step: 'failed', file, failure: plainFailure(next.message) });
    case 'wait':
      return void wait(work, file, check.answer);
    case 'check':
      return void wait(work, file, () =>
        check.run({ file, partner, reading: choices, last: found }),
      );
    case 'upload':
      return void store(work, checked);
  }
}

/** Upload goes on where the check finds nothing to ask; Cancel only ends the waiting. */
async function wait(work: Work, file: File, ask: UploadDesk['check']['answer']) {
  const { signal } = begin(work, { step: 'waiting', file });
  if (!(await isReadable(file))) return lose(work, signal);
  const answer = signal.aborted ? undefined : await ask();
  if (signal.aborted || !answer) return;
  work.running.current = null;
  follow(work, stepAfterCheck(answer), { file, rows: 'all', found: findingsIn(answer) });
}

async function store(work: Work, checked: Checked) {
  const { setState } = work.desk;
  const { file } = checked;
  const progress: Progress = { phase: 'sending', percent: 0 };
  const { signal } = begin(work, { step: 'uploading', file, progress });
  try {
    if (!(await isReadable(file))) return lose(work, signal);
    finish(work, checked, await sendFile(work, checked, signal));
  } catch (error) {
    if (signal.reason === pageLeft) return;
    if (signal.aborted) setState({ step: 'selected', file, cancelled: 'uploading' });
    else setState({ step: 'failed', file, failure: uploadFailure(error) });
  } finally {
    work.running.current = null;
  }
}

function begin({ desk, running }: Work, next: UploadState): AbortController {
  const controller = new AbortController();
  running.current = controller;
  desk.setState(next);
  return controller;
}

/** The browser can no longer read the file. */
function lose({ desk, running }: Work, signal: AbortSignal) {
  running.current = null;
  if (!signal.aborted) resetTo(desk, { step: 'idle' }, importMessages.changedSinceChosen);
}

function sendFile({ desk, send }: Work, { file, rows, found }: Checked, signal: AbortSignal) {
  const { partner, choices, ids, setState } = desk;
  const query = { ...queryOf(rows, choices, found), ...(partner && { partner_id: partner }) };
  const show = (next: (before: Progress) => Progress) =>
    setState((now) => (now.step === 'uploading' ? { ...now, progress: next(now.progress) } : now));
  return send({
    file,
    query: { ...query, upload_id: ids.of(query) },
    signal,
    onProgress: (percent) => show((before) => transferProgress(before, percent)),
    onServerProgress: (progress) => show((before) => serverProgress(before, progress)),
  });
}

function finish({ desk, onAllStored }: Work, { file, found }: Checked, result: UploadResult) {
  const { check, choices, setState } = desk;
  check.forget();
  const others = found ? rowsLeftOut(found, choices).others : 0;
  const stored = { ...result, others: Math.min(others, result.skipped) };
  if (result.failed > 0) return setState({ step: 'partly', file, format: found?.format, stored });
  setState({ step: 'done' });
  onAllStored(stored);
}

function abort({ desk: { state, setState }, running }: Work) {
  running.current?.abort();
  if (state.step !== 'waiting') return;
  running.current = null;
  setState({ step: 'selected', file: state.file, cancelled: 'waiting' });
}

/** A file that was saved again after it was chosen can no longer be sent by the browser. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
