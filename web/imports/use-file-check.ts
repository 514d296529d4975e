import { useEffect, useRef, useState } from 'react';
import type { FileCheck, UploadProgress } from '#contract/imports.ts';
import { newId } from '#web/lib/new-id.ts';
import { afterFailure, type CheckState } from './check-state.ts';
import { checkFile } from './imports.api.ts';
import { namesOurColumns } from './names-our-columns.ts';
import { type Reading, readingQuery } from './upload-choices.ts';

/** What is asked about a file. */
type CheckOrder = {
  file: File;
  /** Whose leads they would become; empty for the sender's own. */
  partner: string;
  reading?: Reading;
  /** What stays on the screen meanwhile. */
  last?: FileCheck | undefined;
};
/** Undefined where another question has taken the place of this one. */
type Answer = Promise<CheckState | undefined>;

/** Asks the server in the background what it finds in a file; the newest question counts. */
export function useFileCheck() {
  const [state, setState] = useState<CheckState>({ step: 'none' });
  const running = useRef<AbortController>(null);
  const answer = useRef<Answer>(Promise.resolve(undefined));
  useEffect(() => () => running.current?.abort(), []);

  async function ask(
    { file, partner, reading = {}, last }: CheckOrder,
    signal: AbortSignal,
  ): Answer {
    const query = {
      upload_id: newId(),
      ...readingQuery(reading),
      ...(partner && { partner_id: partner }),
    };
    const onServerProgress = (progress: UploadProgress) => {
      if (!signal.aborted) setState((before) => withProgress(before, progress));
    };
    let answered: CheckState;
    try {
      const found = await checkFile({ file, query, signal, onServerProgress });
      answered = { step: 'found', found };
    } catch (error) {
      const failed = afterFailure(error, last);
      answered =
        failed.step === 'refused' ? { ...failed, isHeadOurs: await namesOurColumns(file) } : failed;
    }
    if (signal.aborted) return undefined;
    setState(answered);
    return answered;
  }

  function run(order: CheckOrder): Answer {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ step: 'running', ...(order.last && { last: order.last }) });
    answer.current = ask(order, controller.signal);
    return answer.current;
  }

  function forget() {
    running.current?.abort();
    setState({ step: 'none' });
  }

  return { state, run, forget, answer: () => answer.current };
}

function withProgress(before: CheckState, { step, percent }: UploadProgress): CheckState {
  if (before.step !== 'running') return before;
  return step === 'waiting' ? { ...before, isWaiting: true } : { ...before, percent };
}
