import { useEffect, useRef, useState } from 'react';
import { useUnsavedWarning } from '#web/lib/use-unsaved-warning.ts';
import { chooseFile } from './choose-file.ts';
import { useUploadLeads } from './upload.api.ts';
import { type UploadState, uploadFailure, uploadMessages } from './upload-state.ts';

/** The way of one file from choosing it to its leads being stored. */
export function useUpload(onDone: () => void) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const { mutateAsync: send } = useUploadLeads();
  const running = useRef<AbortController>(null);
  const { allowLeaving, blocker } = useLeaveWarning(state.step === 'uploading');
  useEffect(() => () => running.current?.abort(), []);

  function choose(files: File[]) {
    const choice = chooseFile(files);
    if (choice.kind === 'fault') setState({ step: 'idle', fault: choice.fault });
    if (choice.kind === 'file') setState({ step: 'selected', file: choice.file });
  }

  async function start() {
    if (running.current || state.step === 'done' || state.step === 'uploading') return;
    if (state.step === 'idle') return setState({ step: 'idle', fault: uploadMessages.noFile });
    const { file } = state;
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (percent: number) => setState({ step: 'uploading', file, percent });
    onProgress(0);
    try {
      if (!(await isReadable(file))) {
        return setState({ step: 'idle', fault: uploadMessages.unreadable });
      }
      await send({ file, onProgress, signal: controller.signal });
      setState({ step: 'done' });
      allowLeaving.current = true;
      onDone();
    } catch (error) {
      setState(
        controller.signal.aborted
          ? { step: 'selected', file }
          : { step: 'failed', file, failure: uploadFailure(error) },
      );
    } finally {
      running.current = null;
    }
  }

  return {
    state,
    blocker,
    choose,
    start,
    remove: () => setState({ step: 'idle' }),
    abort: () => running.current?.abort(),
  };
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

/** Asks before an upload is cut off; the question goes when the upload has ended by itself. */
function useLeaveWarning(uploading: boolean) {
  const warning = useUnsavedWarning(uploading);
  const { blocker } = warning;
  useEffect(() => {
    if (!uploading && blocker.state === 'blocked') blocker.reset();
  }, [uploading, blocker]);
  return warning;
}
