import { commissionNames, commissions } from '#contract/commissions.ts';
import type { Crm, CrmValue, MappingChange } from '#contract/crm.ts';
import { statusGroups, statusKey, statusText } from '#contract/lead-status.ts';
import { changedText, withoutStatus } from './crm-text.ts';

/** How the status of a value is chosen: an option of a list, one of which asks for a text. */
export type Choice = { option: string; text: string };
/** What has been chosen and not saved yet, by the key of its value. */
export type MappingDraft = Record<string, Choice>;

/** What the list offers beside the known statuses. */
export const unnamed = '';
export const leaves = 'leaves';
export const another = 'another';

type ValueName = Pick<CrmValue, 'kind' | 'value'>;
export const valueKey = ({ kind, value }: ValueName) => `${kind} ${value}`;

/** Every known status once, under its group: `in progress` and `in_progress` are the same status. */
export const statusOptions = statusGroups.map(({ name, statuses }) => ({
  group: name,
  items: [...new Set(statuses.map(optionOf))].map((option) => ({
    value: option,
    label: statusText(statusOf(option)),
  })),
}));

function optionOf(status: string): string {
  return `status ${statusKey(status)}`;
}

/** In the spelling that the portal stores. */
function statusOf(option: string): string {
  const all = statusGroups.flatMap(({ statuses }) => [...statuses]);
  return all.find((status) => optionOf(status) === option) ?? '';
}

/** What is saved, as the list shows it. */
function savedChoice({ status, is_new }: CrmValue): Choice {
  if (status === null) return { option: is_new ? unnamed : leaves, text: '' };
  const option = optionOf(status);
  return statusOf(option) ? { option, text: '' } : { option: another, text: status };
}

/** What is chosen for a value now: what was just chosen, else what is saved. */
export function choiceFor(draft: MappingDraft, value: CrmValue): Choice {
  return draft[valueKey(value)] ?? savedChoice(value);
}

/** The draft with one more choice; one that is what is saved is no change. */
export function withChoice(draft: MappingDraft, value: CrmValue, choice: Choice): MappingDraft {
  const { [valueKey(value)]: _, ...others } = draft;
  const saved = savedChoice(value);
  const isSaved = choice.option === saved.option && choice.text === saved.text;
  return isSaved ? others : { ...others, [valueKey(value)]: choice };
}

/** What there is to send; of values that HubSpot no longer has, nothing. */
export function changesIn(
  draft: MappingDraft,
  values: CrmValue[],
): NonNullable<MappingChange['values']> {
  return values.flatMap((value) => {
    const choice = draft[valueKey(value)];
    return choice ? [{ kind: value.kind, value: value.value, status: statusIn(choice) }] : [];
  });
}

function statusIn({ option, text }: Choice): string | null {
  if (option === leaves) return null;
  return option === another ? text.trim() : statusOf(option);
}

/** Values of which nobody has said yet what the portal calls them come first. */
export function newFirst(values: CrmValue[]): { unseen: CrmValue[]; named: CrmValue[] } {
  return {
    unseen: values.filter(({ is_new }) => is_new),
    named: values.filter(({ is_new }) => !is_new),
  };
}

/** What somebody else has changed between two readings, each in a line. */
export function changesBetween(before: Crm, now: Crm): string[] {
  const named = now.values.flatMap((value) => {
    const was = before.values.find((one) => valueKey(one) === valueKey(value));
    if (!was || (was.status === value.status && was.is_new === value.is_new)) return [];
    return [changedText(value.label, nameOf(value), nameOf(was))];
  });
  const properties = commissionNames
    .filter((name) => before.properties[name] !== now.properties[name])
    .map((name) =>
      changedText(commissions[name].label, now.properties[name], before.properties[name]),
    );
  return [...named, ...properties];
}

function nameOf({ status, is_new }: CrmValue): string {
  if (status === null) return withoutStatus[is_new ? 'unnamed' : 'leaves'].changedTo;
  return statusText(status);
}
