import type { ColumnChoice } from '#contract/imports.ts';
import type { Whose } from './findings/findings-text.ts';
import type { Choices } from './upload-choices.ts';
import {
  chooseColumns,
  chooseFiles,
  readFirstRowAs,
  resetTo,
  useUploadDesk,
} from './upload-desk.ts';
import type { Stored } from './upload-state.ts';
import { useStoring } from './use-storing.ts';

/** The way of one file from choosing it to its leads being stored. */
export function useUpload(partner: string, onAllStored: (stored: Stored) => void) {
  const desk = useUploadDesk(partner);
  const { blocker, start, abort } = useStoring(desk, onAllStored);
  return {
    state: desk.state,
    fault: desk.fault,
    whose: whoseLeads(partner),
    check: desk.check.state,
    choices: desk.choices,
    blocker,
    choose: (files: File[]) => chooseFiles(desk, files),
    chooseColumns: (columns: ColumnChoice) => chooseColumns(desk, columns),
    readFirstRowAs: (firstRow: Choices['firstRow']) => readFirstRowAs(desk, firstRow),
    decide: (part: Partial<Choices>) => desk.setChoices({ ...desk.choices, ...part }),
    start,
    remove: () => resetTo(desk, { step: 'idle' }),
    abort,
  };
}

function whoseLeads(partner: string): Whose {
  return partner ? 'partner' : 'own';
}

export type Upload = ReturnType<typeof useUpload>;
