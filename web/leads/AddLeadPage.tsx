import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
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
  const { form, busy, blocker, onSubmit, firstField } = useAddLead();
  return (
    <>
      <PageHeader title="Add New Lead" />
      <Card padded form>
        <form onSubmit={onSubmit} noValidate>
          <FormGrid>
            {formFields.map(({ name, wide, ...field }, index) => (
              <TextInput
                key={name}
                ref={index === 0 ? firstField : null}
                name={name}
                {...field}
                className={wide ? (classes.wide ?? '') : ''}
                // What is typed while a lead is on its way would be lost with it.
                readOnly={busy}
                {...form.getInputProps(name)}
              />
            ))}
          </FormGrid>
          <FormActions submit="Add Lead" busy={busy} cancelTo="/leads" more={another(busy)} />
        </form>
      </Card>
      <UnsavedDialog blocker={blocker} />
    </>
  );
}

const anotherName = 'create-another';

function another(busy: boolean) {
  return (
    <Button type="submit" variant="default" name={anotherName} disabled={busy}>
      Add and create another
    </Button>
  );
}

function useAddLead() {
  const navigate = useNavigate();
  const createLead = useCreateLead();
  const firstField = useRef<HTMLInputElement>(null);
  const addsAnother = useRef(false);
  useEffect(() => firstField.current?.focus(), []);
  const part = useContractForm({
    schema: newLead,
    initial: emptyForm,
    send: async (values) => {
      await createLead.mutateAsync(values);
      toast.success(leadMessages.added);
      if (!addsAnother.current) return navigate('/leads');
      part.form.reset();
      firstField.current?.focus();
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Which button it was is decided once, not by what is pressed while the lead is on its way.
    if (!part.busy) addsAnother.current = isAnother(event.nativeEvent);
    part.onSubmit(event);
  };
  return { ...part, onSubmit, firstField };
}

function isAnother(event: Event): boolean {
  const { submitter } = event as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.name === anotherName;
}
