import { useEffect, useRef, useState } from 'react';
import type { ColumnChoice, UploadResult } from '#contract/imports.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useUnsavedWarning } from '#web/lib/use-unsaved-warning.ts';
import { findingsIn } from './check-state.ts';
import { chooseFile } from './choose-file.ts';
import { importMessages } from './import-text.ts';
import { useUploadLeads } from './imports.api.ts';
import { type Choices, isNothingLeft, noChoices, queryOf, type Rows } from './upload-choices.ts';
import { uploadIds } from './upload-id.ts';
import {
  isWaiting,
  type Progress,
  serverProgress,
  transferProgress,
  type UploadState,
  uploadFailure,
} from './upload-state.ts';
import { useFileCheck } from './use-file-check.ts';

const pageLeft = 'the page was left';

/** The way of one file from choosing it to its leads being stored. */
export function useUpload(onAllStored: (result: UploadResult) => void) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const [choices, setChoices] = useState(noChoices);
  const [ids] = useState(uploadIds);
  const check = useFileCheck();
  const { mutateAsync: send } = useUploadLeads();
  const running = useRef<AbortController>(null);
  const { allowLeaving, blocker } = useLeaveWarning(state.step === 'uploading');
  useEffect(() => () => running.current?.abort(pageLeft), []);
  // What is shown is what is done, also while it is being checked again.
  const found = findingsIn(check.state);
  const nothingLeft = found !== undefined && isNothingLeft(found, choices);

  function resetTo(next: UploadState) {
    check.forget();
    ids.forget();
    setChoices(noChoices);
    setState(next);
    if (next.step === 'selected') check.run(next.file);
  }

  function choose(files: File[]) {
    const choice = chooseFile(files);
    if (choice.kind === 'fault') resetTo({ step: 'idle', fault: choice.fault });
    if (choice.kind === 'file') resetTo({ step: 'selected', file: choice.file });
  }

  function chooseColumns(columns: ColumnChoice) {
    if (!isWaiting(state)) return;
    setChoices({ ...choices, columns });
    setState({ step: 'selected', file: state.file });
    check.run(state.file, columns);
  }

  async function start(rows: Rows = 'all') {
    if (state.step === 'idle') return setState({ step: 'idle', fault: importMessages.noFile });
    if (running.current || nothingLeft || !isWaiting(state)) return;
    const { file } = state;
    const isCheckUnfinished = check.state.step === 'running' || check.state.step === 'unknown';
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    check.stop();
    setState({ step: 'uploading', file, progress: { phase: 'sending', percent: 0 } });
    try {
      if (await isReadable(file)) finish(file, await sendFile(file, rows, signal));
      else resetTo({ step: 'idle', fault: importMessages.unreadable });
    } catch (error) {
      if (signal.reason === pageLeft) return;
      if (signal.aborted) setState({ step: 'selected', file });
      else setState({ step: 'failed', file, failure: uploadFailure(error) });
      // Whoever was quicker than the check still gets to see what it finds.
      const refused = error instanceof ApiError && error.status === 400;
      if (isCheckUnfinished && (signal.aborted || refused)) check.run(file, choices.columns);
    } finally {
      running.current = null;
    }
  }

  function sendFile(file: File, rows: Rows, signal: AbortSignal) {
    const query = queryOf(rows, choices, found);
    const show = (next: (before: Progress) => Progress) =>
      setState((now) =>
        now.step === 'uploading' ? { ...now, progress: next(now.progress) } : now,
      );
    return send({
      file,
      query: { ...query, upload_id: ids.of(query) },
      signal,
      onProgress: (percent) => show((before) => transferProgress(before, percent)),
      onServerProgress: (progress) => show((before) => serverProgress(before, progress)),
    });
  }

  function finish(file: File, result: UploadResult) {
    check.forget();
    if (result.failed > 0) return setState({ step: 'partly', file, format: found?.format, result });
    setState({ step: 'done' });
    allowLeaving.current = true;
    onAllStored(result);
  }

  return {
    state,
    check: check.state,
    choices,
    nothingLeft,
    blocker,
    choose,
    chooseColumns,
    chooseDuplicates: (duplicates: Choices['duplicates']) => setChoices({ ...choices, duplicates }),
    start,
    remove: () => resetTo({ step: 'idle' }),
    abort: () => running.current?.abort(),
  };
}

export type Upload = ReturnType<typeof useUpload>;

/** A file that was saved again after it was chosen can no longer be sent by the browser. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Asks before an upload is cut off; the question goes when the upload has ended by itself. */
function useLeaveWarning(uploading: boolean) {
  const warning = useUnsavedWarning(uploading);
  const { blocker } = warning;
  useEffect(() => {
    if (!uploading && blocker.state === 'blocked') blocker.reset();
  }, [uploading, blocker]);
  return warning;
}
