import { useEffect, useRef, useState } from 'react';
import { type CommissionProperties, type Crm, commissionProperties } from '#contract/crm.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { useUnsaved, useUnsavedGuard } from '#web/lib/use-unsaved-warning.ts';
import { useChangeMapping } from './crm.api.ts';
import { crmMessages } from './crm-text.ts';
import { changesIn, type MappingDraft } from './mapping-draft.ts';

/** What can be changed on the page, with one guard for what is not saved yet. */
export function useCrmForms(crm: Crm) {
  const [draft, setDraft] = useState<MappingDraft>({});
  const mapping = useUnsaved(changesIn(draft, crm.values).length > 0);
  const properties = usePropertiesForm(crm);
  // What somebody saw when they began to change it.
  const begunFrom = useRef(crm);
  if (!mapping.isUnsaved() && !properties.isUnsaved()) begunFrom.current = crm;
  return {
    draft,
    setDraft,
    properties,
    before: begunFrom.current,
    blocker: useUnsavedGuard([mapping, properties]),
  };
}

function usePropertiesForm({ properties: saved, mapping_version: version }: Crm) {
  const change = useChangeMapping();
  const shown = useRef(saved);
  const part = useContractFormPart<CommissionProperties>({
    schema: commissionProperties,
    initial: saved,
    send: async (typed, answer) => {
      const { crm } = await change.mutateAsync({
        version,
        properties: changed(shown.current, typed),
      });
      show(crm.properties);
      toast.success(crmMessages.propertiesSaved, answer);
    },
  });
  const { form } = part;
  const show = (names: CommissionProperties) => {
    shown.current = names;
    form.setValues(names);
    form.resetDirty(names);
  };
  useEffect(() => {
    // What somebody else has saved is shown, unless something else is being typed here.
    if (!form.isDirty() && JSON.stringify(saved) !== JSON.stringify(shown.current)) show(saved);
  });
  return part;
}

/** Only what was typed is sent: the other may have been changed by somebody else. */
function changed(
  saved: CommissionProperties,
  typed: CommissionProperties,
): Partial<CommissionProperties> {
  const names = Object.entries(typed) as [keyof CommissionProperties, string][];
  return Object.fromEntries(names.filter(([name, value]) => saved[name] !== value.trim()));
}
