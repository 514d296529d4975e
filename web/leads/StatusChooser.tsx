import { statusText } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { ChoiceSearchPanel } from '#web/ui/ChoiceSearchPanel.tsx';
import type { Choice } from '#web/ui/choices.ts';
import type { StatusField } from './EarlyStatusField.tsx';
import { leadMessages, leadName, shownOtherwiseText } from './lead-text.ts';
import { badgeOf } from './StatusBadge.tsx';
import { StatusDot } from './StatusDot.tsx';
import { findStatuses, hasKey } from './status-choices.ts';
import { useStatusChange } from './use-status-change.ts';

/** The choices of a lead's status below a search field: only Enter or a click chooses. */
export function StatusChooser({
  lead,
  quietKeyboard,
  onReady,
  ...search
}: StatusField & { lead: Lead; quietKeyboard: boolean; onReady: () => void }) {
  const changeStatus = useStatusChange();
  const { typed = '' } = search.text;
  const { found, preferred, refusal, written } = findStatuses(lead.status, typed);
  const isPresent = hasKey(lead.status ?? '');
  const take = (choice: Choice, moved: boolean) => {
    search.onClose();
    // What was written out is stored as written, what was chosen as the list has it.
    if (!isPresent(choice)) changeStatus(lead, (!moved && written) || choice.value);
  };
  return (
    <ChoiceSearchPanel
      {...search}
      label={`Change status of ${leadName(lead)}`}
      listLabel="Statuses"
      fieldLabel={leadMessages.searchStatuses}
      found={found}
      preferred={preferred}
      waiting={false}
      onTake={take}
      isChosen={isPresent}
      hint={({ value }) => (isShownOtherwise(lead, value) ? shownOtherwiseText : undefined)}
      mark={(choice) => <StatusDot status={choice.value} />}
      note={refusal}
      quietKeyboard={quietKeyboard}
      onReady={onReady}
    />
  );
}

/** The badge of an old lead does not say New (spec §4). */
function isShownOtherwise({ created_at }: Lead, status: string): boolean {
  return badgeOf({ status, created_at }).text !== statusText(status);
}
