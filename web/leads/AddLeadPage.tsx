import { TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { newLead } from '#contract/leads.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractForm } from '#web/lib/use-contract-form.ts';
import { Card } from '#web/ui/Card.tsx';
import { FormActions, FormGrid } from '#web/ui/FormGrid.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import classes from './AddLeadPage.module.css';
import { emptyForm, formFields } from './lead-form.ts';
import { leadMessages } from './lead-text.ts';
import { useCreateLead } from './leads.api.ts';

/** spec §2, Add Lead */
export function AddLeadPage() {
  const navigate = useNavigate();
  const createLead = useCreateLead();
  const { form, busy, blocker, onSubmit } = useContractForm({
    schema: newLead,
    initial: emptyForm,
    send: async (values) => {
      await createLead.mutateAsync(values);
      toast.success(leadMessages.added);
      navigate('/leads');
    },
  });
  return (
    <>
      <PageHeader title="Add New Lead" />
      <Card padded form>
        <form onSubmit={onSubmit} noValidate>
          <FormGrid>
            {formFields.map(({ name, wide, ...field }) => (
              <TextInput
                key={name}
                name={name}
                {...field}
                className={wide ? (classes.wide ?? '') : ''}
                {...form.getInputProps(name)}
              />
            ))}
          </FormGrid>
          <FormActions submit="Add Lead" busy={busy} cancelTo="/leads" />
        </form>
      </Card>
      <UnsavedDialog blocker={blocker} />
    </>
  );
}
