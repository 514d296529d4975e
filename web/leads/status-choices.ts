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
};

/**
 * What is left of the choices by what is typed; a text that is none of them can be set as it is, if a
 * status may read so. With nothing typed, the present status is what Enter takes.
 */
export function findStatuses(present: string | null, typed: string): StatusSearch {
  const choices = choicesFrom(present);
  const { found, best } = inPlace(choices, typed);
  const key = statusKey(typed);
  if (!key) return { found, preferred: choices.find(hasKey(present ?? '')), refusal: undefined };
  if (choices.some(hasKey(typed))) return { found, preferred: best, refusal: undefined };
  const change = leadChange.safeParse({ status: typed });
  if (!change.success) {
    return { found, preferred: best, refusal: firstMessage(leadChange, { status: typed }) };
  }
  const asTyped = { value: change.data.status, label: setToText(change.data.status) };
  return { found: [...found, asTyped], preferred: best ?? asTyped, refusal: undefined };
}

/** Whether a choice is this status, however that is written. */
export function hasKey(status: string): (choice: Choice) => boolean {
  const key = statusKey(status);
  return ({ value }) => statusKey(value) === key;
}
