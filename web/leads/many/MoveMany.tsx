import { IconArrowsExchange } from '@tabler/icons-react';
import { unknownPartners } from '#contract/protocol.ts';
import { usePartnerOptions } from '#web/partners/partners.api.ts';
import { ChoiceSearchPanel } from '#web/ui/ChoiceSearchPanel.tsx';
import { bestFirst, type Choice, firstShown } from '#web/ui/choices.ts';
import { nameInSentence } from '../lead-text.ts';
import { ChoiceButton, type ChoiceField } from './ChoiceButton.tsx';
import { doneTexts, manyMessages } from './many-text.ts';
import type { RunChange } from './use-many-change.ts';

/** For administrators: one partner for all that are ticked. */
export function MoveMany({ disabled, run }: { disabled: boolean; run: RunChange }) {
  return (
    <ChoiceButton
      icon={<IconArrowsExchange size={16} stroke={1.75} aria-hidden="true" />}
      disabled={disabled}
      panel={(field) => <Partners field={field} run={run} />}
    >
      Move to partner
    </ChoiceButton>
  );
}

function Partners({ field, run }: { field: ChoiceField; run: RunChange }) {
  const { options, loading, nothingFound } = usePartnerOptions('');
  const { typed = '' } = field.text;
  const partners = options.filter(({ value }) => value && value !== unknownPartners);
  const { found, note } = firstShown(bestFirst(partners, typed), { loading, nothingFound });
  const take = ({ value, label }: Choice) => {
    field.onClose();
    void run({ partner_id: value }, (outcome) => doneTexts.moved(outcome, nameInSentence(label)));
  };
  return (
    <ChoiceSearchPanel
      {...field}
      label="Move the selected leads to a partner"
      listLabel="Partners"
      fieldLabel={manyMessages.searchPartners}
      found={found}
      preferred={typed ? found[0] : undefined}
      waiting={loading}
      onTake={take}
      isChosen={() => false}
      note={note}
    />
  );
}
