import { IconTag } from '@tabler/icons-react';
import { statusText } from '#contract/lead-status.ts';
import { ChoiceSearchPanel } from '#web/ui/ChoiceSearchPanel.tsx';
import type { Choice } from '#web/ui/choices.ts';
import { leadMessages } from '../lead-text.ts';
import { StatusDot } from '../StatusDot.tsx';
import { findStatuses } from '../status-choices.ts';
import { ChoiceButton, type ChoiceField } from './ChoiceButton.tsx';
import { doneTexts } from './many-text.ts';
import type { RunChange } from './use-many-change.ts';

/** For administrators: one status for all that are ticked. */
export function SetStatusOfMany({ disabled, run }: { disabled: boolean; run: RunChange }) {
  return (
    <ChoiceButton
      icon={<IconTag size={16} stroke={1.75} aria-hidden="true" />}
      disabled={disabled}
      panel={(field) => <Statuses field={field} run={run} />}
    >
      Set status
    </ChoiceButton>
  );
}

function Statuses({ field, run }: { field: ChoiceField; run: RunChange }) {
  const { found, preferred, refusal, written } = findStatuses(null, field.text.typed ?? '');
  const take = (choice: Choice, moved: boolean) => {
    // What was written out is stored as written, what was chosen as the list has it.
    const status = (!moved && written) || choice.value;
    field.onClose();
    void run({ status }, (outcome) => doneTexts.status(outcome, statusText(status)));
  };
  return (
    <ChoiceSearchPanel
      {...field}
      label="Set the status of the selected leads"
      listLabel="Statuses"
      fieldLabel={leadMessages.searchStatuses}
      found={found}
      preferred={preferred}
      waiting={false}
      onTake={take}
      isChosen={() => false}
      mark={(choice) => <StatusDot status={choice.value} />}
      note={refusal}
    />
  );
}
