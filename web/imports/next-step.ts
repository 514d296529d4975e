import type { FileCheck } from '#contract/imports.ts';
import type { CheckState } from './check-state.ts';
import { isUndecided, proposedColumns } from './findings/findings-text.ts';
import type { OffReason, PrimaryAction } from './import-text.ts';
import { type Choices, isNothingLeft, isOnlyToConfirm, leadsToStore } from './upload-choices.ts';
import { isUpToSender, type Question, type UploadState } from './upload-state.ts';

export function questionIn(found: FileCheck): Question | undefined {
  if (isUndecided(found)) return 'columns';
  if (found.problem_count > 0) return 'problems';
  if (found.duplicate_rows > 0) return 'duplicates';
  if (found.other_partner_rows > 0) return 'partners';
  return proposedColumns(found).length > 0 ? 'proposals' : undefined;
}

/** Questions without an answer that could be used as it stands. */
type Obstacle = Exclude<Question, 'proposals'>;

/** What keeps Upload off. */
export function obstacleIn(found: FileCheck, choices: Choices): Obstacle | undefined {
  const question = questionIn(found);
  if (question === 'columns' || question === 'problems') return question;
  if (!isNothingLeft(found, choices)) return undefined;
  return found.duplicate_rows > 0 ? 'duplicates' : 'partners';
}

export type NextStep =
  | { do: 'wait' }
  | { do: 'check' }
  | { do: 'fail'; message: string }
  | { do: 'ask'; question: Question }
  | { do: 'upload' };

/** Upload is pressed: by whoever sees what is known of the file at this moment. */
export function stepOnPress(check: CheckState, choices: Choices): NextStep {
  switch (check.step) {
    case 'running':
      return { do: 'wait' };
    // Nothing is uploaded unchecked: what is stored would depend on a check that failed.
    case 'none':
    case 'unknown':
      return { do: 'check' };
    case 'refused':
      return { do: 'fail', message: check.message };
    case 'found': {
      const question = obstacleIn(check.found, choices);
      return question ? { do: 'ask', question } : { do: 'upload' };
    }
  }
}

/** The check that Upload has waited for is there: what it found, nobody has seen yet. */
export function stepAfterCheck(check: CheckState): NextStep {
  if (check.step === 'refused' || check.step === 'unknown') {
    return { do: 'fail', message: check.message };
  }
  if (check.step !== 'found') return { do: 'wait' };
  const question = questionIn(check.found);
  return question ? { do: 'ask', question } : { do: 'upload' };
}

/** The one thing to do next, which is the primary button. */
export function primaryAction(
  state: UploadState,
  check: CheckState,
  choices: Choices,
): PrimaryAction {
  if (!isUpToSender(state)) return 'upload';
  if (check.step === 'refused') return 'another file';
  if (check.step !== 'found') return 'upload';
  const { found } = check;
  switch (obstacleIn(found, choices)) {
    case 'columns':
      return isOnlyToConfirm(found, choices) ? 'use columns' : 'choose columns';
    case 'problems':
      return canImportValid(found, choices) ? 'import valid rows' : 'another file';
    case 'duplicates':
    case 'partners':
      return 'another file';
    default:
      return 'upload';
  }
}

/** Behind a row that cannot be read nothing can be said of the rest. */
function canImportValid(found: FileCheck, choices: Choices): boolean {
  return found.readable && leadsToStore(found, choices) > 0;
}

/** Undefined where Upload is on. */
export function whyOff(
  state: UploadState,
  check: CheckState,
  choices: Choices,
): OffReason | undefined {
  if (state.step === 'waiting' || state.step === 'uploading') return state.step;
  if (!isUpToSender(state)) return 'no file';
  if (check.step === 'refused') return 'refused';
  if (check.step !== 'found') return undefined;
  const obstacle = obstacleIn(check.found, choices);
  if (obstacle === 'duplicates' && check.found.other_partner_rows > 0) {
    return 'duplicates and partners';
  }
  const isToConfirm = obstacle === 'columns' && isOnlyToConfirm(check.found, choices);
  return isToConfirm ? 'columns to confirm' : obstacle;
}

/** Only what was checked, with nothing wrong and nothing to ask, is ready. */
export function isReady(check: CheckState): boolean {
  return check.step === 'found' && questionIn(check.found) === undefined;
}
