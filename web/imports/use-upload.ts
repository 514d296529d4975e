import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ColumnChoice, FileCheck, UploadResult } from '#contract/imports.ts';
import { idsOfRequests } from '#web/lib/new-id.ts';
import { findingsIn } from './check-state.ts';
import { chooseFile } from './choose-file.ts';
import type { Whose } from './findings/findings-text.ts';
import { importMessages } from './import-text.ts';
import { useUploadLeads } from './imports.api.ts';
import { type NextStep, stepAfterCheck, stepOnPress } from './next-step.ts';
import { type Choices, noChoices, queryOf, type Rows } from './upload-choices.ts';

import {
  isUpToSender,
  type Progress,
  plainFailure,
  serverProgress,
  transferProgress,
  type UploadState,
  uploadFailure,
} from './upload-state.ts';
import { useFileCheck } from './use-file-check.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

const pageLeft = 'the page was left';

/** A file that is to be uploaded, as it was checked. */
type Checked = { file: File; rows: Rows; found: FileCheck | undefined };

/** The way of one file from choosing it to its leads being stored. */
export function useUpload(partner: string, onAllStored: (result: UploadResult) => void) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  /** What is wrong with the files that were last chosen; one that was right before stays. */
  const [fault, setFault] = useState<string>();
  const [choices, setChoices] = useState(noChoices);
  const [ids] = useState(idsOfRequests);
  const check = useFileCheck();
  const { mutateAsync: send } = useUploadLeads();
  const running = useRef<AbortController>(null);
  const busy = state.step === 'waiting' || state.step === 'uploading';
  const { allowLeaving, blocker } = useLeaveWarning(busy);
  useEffect(() => () => running.current?.abort(pageLeft), []);

  function resetTo(next: UploadState, nextFault?: string) {
    check.forget();
    ids.forget();
    setChoices(noChoices);
    setFault(nextFault);
    setState(next);
    if (next.step === 'selected') check.run({ file: next.file, partner });
  }

  function choose(files: File[]) {
    const choice = chooseFile(files);
    if (choice.kind === 'fault') setFault(choice.fault);
    if (choice.kind === 'file') resetTo({ step: 'selected', file: choice.file });
  }

  function chooseColumns(columns: ColumnChoice) {
    if (!isUpToSender(state)) return;
    readAgain(state.file, { ...choices, columns });
  }

  /** With other columns all that was decided about the file is open again. */
  function readFirstRowAs(firstRow: Choices['firstRow']) {
    if (isUpToSender(state)) readAgain(state.file, { ...noChoices, firstRow });
  }

  function readAgain(file: File, reading: Choices) {
    setFault(undefined);
    setChoices(reading);
    setState({ step: 'selected', file });
    check.run({ file, partner, reading, last: findingsIn(check.state) });
  }

  // What a partner has already is another partner's news: the file is looked at anew.
  const checkAnew = useEffectEvent(() => {
    if (!isUpToSender(state)) return;
    setState({ step: 'selected', file: state.file });
    check.run({ file: state.file, partner, reading: choices });
  });
  const checkedFor = useRef(partner);
  useEffect(() => {
    if (checkedFor.current === partner) return;
    checkedFor.current = partner;
    checkAnew();
  }, [partner]);

  function start(rows: Rows = 'all') {
    if (busy || running.current) return;
    if (!isUpToSender(state)) return setFault(importMessages.noFile);
    setFault(undefined);
    const next: NextStep = rows === 'valid' ? { do: 'upload' } : stepOnPress(check.state, choices);
    follow(next, { file: state.file, rows, found: findingsIn(check.state) });
  }

  function follow(next: NextStep, checked: Checked) {
    const { file, found } = checked;
    switch (next.do) {
      case 'ask':
        return setState({ step: 'selected', file, asked: next.question });
      case 'fail':
        return setState({ step: 'failed', file, failure: plainFailure(next.message) });
      case 'wait':
        return wait(file, check.answer);
      case 'check':
        return wait(file, () => check.run({ file, partner, reading: choices, last: found }));
      case 'upload':
        return store(checked);
    }
  }

  /** Upload goes on where the check finds nothing to ask; Cancel only ends the waiting. */
  async function wait(file: File, ask: typeof check.answer) {
    const { signal } = begin({ step: 'waiting', file });
    if (!(await isReadable(file))) return lose(signal);
    const answer = signal.aborted ? undefined : await ask();
    if (signal.aborted || !answer) return;
    running.current = null;
    follow(stepAfterCheck(answer), { file, rows: 'all', found: findingsIn(answer) });
  }

  async function store(checked: Checked) {
    const { file } = checked;
    const progress: Progress = { phase: 'sending', percent: 0 };
    const { signal } = begin({ step: 'uploading', file, progress });
    try {
      if (!(await isReadable(file))) return lose(signal);
      finish(checked, await sendFile(checked, signal));
    } catch (error) {
      if (signal.reason === pageLeft) return;
      if (signal.aborted) setState({ step: 'selected', file });
      else setState({ step: 'failed', file, failure: uploadFailure(error) });
    } finally {
      running.current = null;
    }
  }

  function begin(next: UploadState): AbortController {
    const controller = new AbortController();
    running.current = controller;
    setState(next);
    return controller;
  }

  /** The browser can no longer read the file. */
  function lose(signal: AbortSignal) {
    running.current = null;
    if (!signal.aborted) resetTo({ step: 'idle' }, importMessages.unreadable);
  }

  function sendFile({ file, rows, found }: Checked, signal: AbortSignal) {
    const query = { ...queryOf(rows, choices, found), ...(partner && { partner_id: partner }) };
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

  function finish({ file, found }: Checked, result: UploadResult) {
    check.forget();
    if (result.failed > 0) return setState({ step: 'partly', file, format: found?.format, result });
    setState({ step: 'done' });
    allowLeaving.current = true;
    onAllStored(result);
  }

  function abort() {
    running.current?.abort();
    if (state.step !== 'waiting') return;
    running.current = null;
    setState({ step: 'selected', file: state.file });
  }

  return {
    state,
    fault,
    whose: whoseLeads(partner),
    check: check.state,
    choices,
    blocker,
    choose,
    chooseColumns,
    readFirstRowAs,
    draftColumns: (draft: ColumnChoice | undefined) => setChoices({ ...choices, draft }),
    chooseDuplicates: (duplicates: Choices['duplicates']) => setChoices({ ...choices, duplicates }),
    start,
    remove: () => resetTo({ step: 'idle' }),
    abort,
  };
}

function whoseLeads(partner: string): Whose {
  return partner ? 'partner' : 'own';
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
