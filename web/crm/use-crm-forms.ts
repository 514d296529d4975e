import { useState } from 'react';
import { type CommissionProperties, type Crm, commissionProperties } from '#contract/crm.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { useUnsaved, useUnsavedGuard } from '#web/lib/use-unsaved-warning.ts';
import { useChangeMapping } from './crm.api.ts';
import { crmMessages } from './crm-text.ts';
import { changesIn, type MappingDraft } from './mapping-draft.ts';

/** What can be changed on the page, with one guard for what is not saved yet. */
export function useCrmForms({ values, properties: saved }: Crm) {
  const [draft, setDraft] = useState<MappingDraft>({});
  const mapping = useUnsaved(changesIn(draft, values).length > 0);
  const change = useChangeMapping();
  const properties = useContractFormPart<CommissionProperties>({
    schema: commissionProperties,
    initial: saved,
    send: async (typed, answer) => {
      const { crm } = await change.mutateAsync({ properties: typed });
      properties.form.setValues(crm.properties);
      properties.form.resetDirty(crm.properties);
      toast.success(crmMessages.propertiesSaved, answer);
    },
  });
  return { draft, setDraft, properties, blocker: useUnsavedGuard([mapping, properties]) };
}
