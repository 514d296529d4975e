import { firstMessage } from '#contract/fields.ts';
import { groupOf, statusGroups, statusKey, statusText } from '#contract/lead-status.ts';
import { leadChange } from '#contract/leads.ts';
import { type Choice, inPlace } from '#web/ui/choices.ts';
import { isMissing } from '#web/ui/format.ts';
import { setToText } from './lead-text.ts';

/** Every known status once, under its group: `in progress` and `in_progress` are the same status. */
export const knownStatuses: Choice[] = statusGroups.flatMap(({ name, statuses }) =>
  firstOfEachKey(statuses).map((status) => ({
    value: status,
    label: statusText(status),
    group: name,
  })),
);

function firstOfEachKey(statuses: readonly string[]): string[] {
  const keys = statuses.map(statusKey);
  return statuses.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** The known statuses, and before them the present one where it is free text. */
function choicesFrom(present: string | null): Choice[] {
  const isFreeText = !isMissing(present) && statusKey(present) !== '' && !groupOf(present);
  return isFreeText ? [{ value: present, label: present }, ...knownStatuses] : knownStatuses;
}

export type StatusSearch = {
  found: Choice[];
  /** What Enter takes unless the arrow keys go elsewhere. */
  preferred: Choice | undefined;
  /** Why what is typed can be no status. */
  refusal: string | undefined;
  /** What is typed, where it is the whole of a known status in a spelling of its own. */
  written: string | undefined;
};

/**
 * What is left of the choices by what is typed; a text that is none of them can be set as it is, if a
 * status may read so. With nothing typed, the present status is what Enter takes.
 */
export function findStatuses(present: string | null, typed: string): StatusSearch {
  const choices = choicesFrom(present);
  const { found, best } = inPlace(choices, typed);
  const search = { found, preferred: best, refusal: undefined, written: undefined };
  if (!statusKey(typed)) return { ...search, preferred: choices.find(hasKey(present ?? '')) };
  const status = leadChange.safeParse({ status: typed }).data?.status;
  const known = choices.find(hasKey(typed));
  if (known) return { ...search, preferred: known, written: status };
  if (!status) return { ...search, refusal: firstMessage(leadChange, { status: typed }) };
  const asTyped = { value: status, label: setToText(status) };
  return { ...search, found: [...found, asTyped], preferred: best ?? asTyped };
}

/** Whether a choice is this status, however that is written. */
export function hasKey(status: string): (choice: Choice) => boolean {
  const key = statusKey(status);
  return ({ value }) => statusKey(value) === key;
}
