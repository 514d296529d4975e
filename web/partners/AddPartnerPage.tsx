import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { newPartner } from '#contract/partners.ts';
import { NewPasswordField } from '#web/accounts/NewPasswordField.shared.tsx';
import { toast } from '#web/lib/toasts.ts';
import { useContractForm } from '#web/lib/use-contract-form.ts';
import { Card } from '#web/ui/Card.tsx';
import { FormActions, FormGrid } from '#web/ui/FormGrid.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { partnerMessages } from './partner-text.ts';
import { useCreatePartner } from './partners.api.ts';

const empty = { name: '', email: '', company: '', password: '' };

/** spec §2, Add Partner */
export function AddPartnerPage() {
  const navigate = useNavigate();
  const createPartner = useCreatePartner();
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const { form, busy, blocker, onSubmit } = useContractForm({
    schema: newPartner,
    initial: empty,
    send: async (values, answer) => {
      await createPartner.mutateAsync(values);
      toast.success(partnerMessages.added, answer);
      navigate('/partners');
    },
  });
  // None of this is about the administrator, whose own details a browser would fill in.
  const field = (name: keyof typeof empty) => ({
    name,
    required: true,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <>
      <PageHeader title="Add Partner" />
      <Card padded form>
        <form onSubmit={onSubmit} noValidate>
          <FormGrid>
            <TextInput {...field('name')} ref={firstField} label="Name" />
            <TextInput
              {...field('email')}
              label="Email"
              type="email"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextInput {...field('company')} label="Company" />
            <NewPasswordField {...field('password')} label="Password" />
          </FormGrid>
          <FormActions submit="Add Partner" busy={busy} cancelTo="/partners" />
        </form>
      </Card>
      <UnsavedDialog blocker={blocker} />
    </>
  );
}
