import { useEffect, useRef, useState } from 'react';
import type { ColumnChoice, UploadProgress } from '#contract/imports.ts';
import { afterFailure, type CheckState, findingsIn } from './check-state.ts';
import { columnsText } from './findings/column-choice.ts';
import { checkFile } from './imports.api.ts';
import { newUploadId } from './upload-id.ts';

/** Asks the server in the background what it finds in a file; the newest question counts. */
export function useFileCheck() {
  const [state, setState] = useState<CheckState>({ step: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(file: File, columns?: ColumnChoice) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: (before: CheckState) => CheckState) => {
      if (!signal.aborted) setState(next);
    };
    show(startedCheck);
    const query = { upload_id: newUploadId(), ...(columns && { columns: columnsText(columns) }) };
    const onServerProgress = (progress: UploadProgress) =>
      show((before) => withPercent(before, progress));
    try {
      const found = await checkFile({ file, query, signal, onServerProgress });
      show(() => ({ step: 'found', found }));
    } catch (error) {
      show((before) => afterFailure(error, before));
    }
  }

  /** What was found before stays; `forget` is for another file. */
  function stop() {
    running.current?.abort();
    setState((before) => (before.step === 'running' ? stoppedCheck(before) : before));
  }
  function forget() {
    running.current?.abort();
    setState({ step: 'none' });
  }

  return { state, run, stop, forget };
}

function startedCheck(before: CheckState): CheckState {
  const last = findingsIn(before);
  return { step: 'running', ...(last && { last }) };
}

function withPercent(before: CheckState, { step, percent }: UploadProgress): CheckState {
  return before.step === 'running' && step !== 'waiting' ? { ...before, percent } : before;
}

function stoppedCheck(before: CheckState): CheckState {
  const last = findingsIn(before);
  return last ? { step: 'unknown', last } : { step: 'none' };
}
