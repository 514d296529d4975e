import {
  type Dispatch,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ColumnChoice } from '#contract/imports.ts';
import { idsOfRequests } from '#web/lib/new-id.ts';
import { findingsIn } from './check-state.ts';
import { chooseFile } from './choose-file.ts';
import { type Choices, noChoices } from './upload-choices.ts';
import { isUpToSender, type UploadState } from './upload-state.ts';
import { useFileCheck } from './use-file-check.ts';

/** What is known of the one file that is worked on, and what its sender has decided about it. */
export function useUploadDesk(partner: string): UploadDesk {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  /** What is wrong with the files that were last chosen; one that was right before stays. */
  const [fault, setFault] = useState<string>();
  const [choices, setChoices] = useState(noChoices);
  const [ids] = useState(idsOfRequests);
  const check = useFileCheck();
  const desk = { partner, state, setState, fault, setFault, choices, setChoices, ids, check };
  useCheckForPartner(desk);
  useKeepGoodFile(desk);
  return desk;
}

export type UploadDesk = {
  partner: string;
  state: UploadState;
  setState: Dispatch<SetStateAction<UploadState>>;
  fault: string | undefined;
  setFault: (fault: string | undefined) => void;
  choices: Choices;
  setChoices: (choices: Choices) => void;
  ids: ReturnType<typeof idsOfRequests>;
  check: ReturnType<typeof useFileCheck>;
};

/** What a partner has already is another partner's news: the file is looked at anew. */
function useCheckForPartner({ partner, state, setState, choices, check }: UploadDesk): void {
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
}

/** A file that turns out to be none gives way to the one that was chosen before, with what was decided. */
function useKeepGoodFile(desk: UploadDesk): void {
  const good = useRef<{ file: File; choices: Choices }>(undefined);
  const { state, choices, check } = desk;
  const putBack = useEffectEvent((message: string) => {
    const before = good.current;
    if (!before) return;
    resetTo(desk, { step: 'idle' }, message);
    desk.setChoices(before.choices);
    desk.setState({ step: 'selected', file: before.file });
    check.run({ file: before.file, partner: desk.partner, reading: before.choices });
  });
  // Before it is drawn: nobody sees the other one come and go.
  useLayoutEffect(() => {
    if (state.step !== 'selected') return;
    const { file } = state;
    if (check.state.step === 'found') good.current = { file, choices };
    else if (check.state.step === 'refused' && good.current?.file !== file)
      putBack(check.state.message);
  }, [state, choices, check.state]);
  useEffect(() => {
    if (state.step === 'idle' || state.step === 'done') good.current = undefined;
  }, [state.step]);
}

/** Nothing that was decided about one file is true of the next. */
export function resetTo(desk: UploadDesk, next: UploadState, fault?: string): void {
  const { partner, check } = desk;
  check.forget();
  desk.ids.forget();
  desk.setChoices(noChoices);
  desk.setFault(fault);
  desk.setState(next);
  if (next.step === 'selected') check.run({ file: next.file, partner });
}

export function chooseFiles(desk: UploadDesk, files: File[]): void {
  const choice = chooseFile(files);
  if (choice.kind === 'fault') desk.setFault(choice.fault);
  if (choice.kind === 'file') resetTo(desk, { step: 'selected', file: choice.file });
}

export function chooseColumns(desk: UploadDesk, columns: ColumnChoice): void {
  if (isUpToSender(desk.state)) readAgain(desk, desk.state.file, { ...desk.choices, columns });
}

/** With other columns all that was decided about the file is open again. */
export function readFirstRowAs(desk: UploadDesk, firstRow: Choices['firstRow']): void {
  if (isUpToSender(desk.state)) readAgain(desk, desk.state.file, { ...noChoices, firstRow });
}

function readAgain(desk: UploadDesk, file: File, reading: Choices): void {
  const { partner, check } = desk;
  desk.setFault(undefined);
  desk.setChoices(reading);
  desk.setState({ step: 'selected', file });
  check.run({ file, partner, reading, last: findingsIn(check.state) });
}
