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
    show(begun);
    const query = { upload_id: newUploadId(), ...(columns && { columns: columnsText(columns) }) };
    const onWork = (progress: UploadProgress) => show((before) => heard(before, progress));
    try {
      const found = await checkFile({ file, query, signal, onWork });
      show(() => ({ step: 'found', found }));
    } catch (error) {
      show((before) => afterFailure(error, before));
    }
  }

  /** What was found before stays; `forget` is for another file. */
  function stop() {
    running.current?.abort();
    setState((before) => (before.step === 'running' ? stopped(before) : before));
  }
  function forget() {
    running.current?.abort();
    setState({ step: 'none' });
  }

  return { state, run, stop, forget };
}

function begun(before: CheckState): CheckState {
  const last = findingsIn(before);
  return { step: 'running', ...(last && { last }) };
}

function heard(before: CheckState, { step, percent }: UploadProgress): CheckState {
  return before.step === 'running' && step !== 'waiting' ? { ...before, percent } : before;
}

function stopped(before: CheckState): CheckState {
  const last = findingsIn(before);
  return last ? { step: 'unknown', last } : { step: 'none' };
}
