import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { type Partner, partnerChange } from '#contract/partners.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { Card } from '#web/ui/Card.tsx';
import { FormActions, FormGrid } from '#web/ui/FormGrid.tsx';
import { partnerMessages } from './partner-text.ts';
import { useUpdatePartner } from './partners.api.ts';

function valuesOf({ name, company }: Partner) {
  return { name, company: company ?? '' };
}

export function usePartnerDetails(partner: Partner) {
  const navigate = useNavigate();
  const update = useUpdatePartner(partner.id);
  const part = useContractFormPart({
    schema: partnerChange,
    initial: valuesOf(partner),
    send: async (values, answer) => {
      await update.mutateAsync(values);
      part.form.resetDirty(values);
      toast.success(partnerMessages.updated, answer);
      navigate('/partners');
    },
  });
  // What the list knew is shown at once; what the server says replaces it until somebody types.
  const refresh = useEffectEvent((values: ReturnType<typeof valuesOf>) => {
    if (part.form.isDirty()) return;
    part.form.setInitialValues(values);
    part.form.setValues(values);
  });
  const { name, company } = valuesOf(partner);
  useEffect(() => refresh({ name, company }), [name, company]);
  return part;
}

export function PartnerDetails({ form, busy, onSubmit }: ReturnType<typeof usePartnerDetails>) {
  const field = (name: 'name' | 'company') => ({
    name,
    required: true,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <Card padded form>
      <form onSubmit={onSubmit} noValidate aria-label="Partner">
        <FormGrid>
          <TextInput {...field('name')} label="Name" />
          <TextInput {...field('company')} label="Company" />
        </FormGrid>
        <FormActions submit="Update Partner" busy={busy} cancelTo="/partners" />
      </form>
    </Card>
  );
}
