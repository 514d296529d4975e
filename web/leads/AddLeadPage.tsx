import { Button, type InputWrapperProps, TextInput, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { type Lead, newLead } from '#contract/leads.ts';
import { keepTyped } from '#web/lib/keep-typed.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractForm } from '#web/lib/use-contract-form.ts';
import { ForPartner } from '#web/partners/ForPartner.shared.tsx';
import { type ForPartnerChoice, useForPartner } from '#web/partners/for-partner.shared.ts';
import { NoSuchPartner } from '#web/partners/NoSuchPartner.shared.tsx';
import { Card } from '#web/ui/Card.tsx';
import { FormActions, FormGrid } from '#web/ui/FormGrid.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import classes from './AddLeadPage.module.css';
import { DuplicateHint } from './duplicates/DuplicateHint.tsx';
import { useDuplicates } from './duplicates/use-duplicates.ts';
import { KeptLeadIsBack } from './KeptLeadIsBack.tsx';
import { emptyForm, formFields } from './lead-form.ts';
import { duplicateText, leadAdded, leadMessages } from './lead-text.ts';
import { useCreateLead } from './leads.api.ts';
import { useKeptLead } from './use-kept-lead.ts';

/** spec §2, Add Lead */
export function AddLeadPage() {
  const forPartner = useForPartner();
  const { form, busy, blocker, onSubmit, firstField, addsAnother, kept } = useAddLead(forPartner);
  const { byEmail, byContact } = useDuplicates(form.values, forPartner.partner);
  const known: Record<string, Lead[]> = { email: byEmail, company_name: byContact };
  return (
    <>
      <PageHeader title="Add New Lead" />
      <Card padded form>
        {kept.isBack && (
          <KeptLeadIsBack
            onStartOver={() => {
              kept.startOver();
              firstField.current?.focus();
            }}
          />
        )}
        {forPartner.isAdmin && <ForPartner choice={forPartner} disabled={busy} />}
        {forPartner.isUnknown && <NoSuchPartner />}
        {/* Hidden, not gone: what was written stays for the partner who is chosen instead. */}
        <form onSubmit={onSubmit} noValidate hidden={forPartner.isUnknown}>
          <FormGrid>
            {formFields.map(({ name, wide, ...field }, index) => (
              <TextInput
                key={name}
                ref={index === 0 ? firstField : null}
                name={name}
                {...field}
                className={wide ? (classes.wide ?? '') : ''}
                {...form.getInputProps(name)}
                inputWrapperOrder={belowField}
                description={!form.errors[name] && <DuplicateHint leads={known[name] ?? []} />}
              />
            ))}
          </FormGrid>
          <VisuallyHidden component="output">
            {duplicateText('This email', byEmail)}{' '}
            {duplicateText('This company and contact', byContact)}
          </VisuallyHidden>
          <FormActions
            submit="Add Lead"
            busy={busy}
            loading={busy && !addsAnother}
            cancelTo="/leads"
            more={<AddAnother loading={busy && addsAnother} disabled={busy && !addsAnother} />}
          />
        </form>
      </Card>
      <UnsavedDialog blocker={blocker} />
    </>
  );
}

/** What is known of a value stands where a message about it would. */
const belowField: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];

const anotherName = 'create-another';

function AddAnother(progress: { loading: boolean; disabled: boolean }) {
  return (
    <Button type="submit" variant="default" name={anotherName} {...progress}>
      Add and create another
    </Button>
  );
}

function useAddLead(forPartner: ForPartnerChoice) {
  const { partner } = forPartner;
  const navigate = useNavigate();
  const createLead = useCreateLead();
  const firstField = useRef<HTMLInputElement>(null);
  const [addsAnother, setAddsAnother] = useState(false);
  const isAnotherAdded = useRef(false);
  useEffect(() => firstField.current?.focus(), []);
  const add = async (values: typeof emptyForm) => {
    await createLead.mutateAsync({ ...values, ...(partner && { partner_id: partner }) });
    kept.forget();
  };
  const part = useContractForm({
    schema: newLead,
    initial: emptyForm,
    send: async (values, answer) => {
      if (isAnotherAdded.current) return addAndStartOver(values, answer);
      await add(values);
      toast.success(leadMessages.added, { about: leadAdded, replaces: answer.about });
      navigate('/leads');
    },
  });
  const kept = useKeptLead(part.form, forPartner);
  async function addAndStartOver(values: typeof emptyForm, answer: { about: string }) {
    // What is typed from here on is the beginning of the next lead.
    const typed = keepTyped();
    try {
      await add(values);
    } catch (error) {
      typed.forget();
      throw error;
    }
    toast.success(leadMessages.added, { about: leadAdded, replaces: answer.about });
    // At once: what was typed meanwhile goes into the field as soon as it has the focus.
    flushSync(() => part.form.setValues((now) => changedSince(values, now)));
    firstField.current?.focus();
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    isAnotherAdded.current = isAnother(event.nativeEvent);
    setAddsAnother(isAnotherAdded.current);
    part.onSubmit(event);
  };
  return { ...part, onSubmit, firstField, addsAnother, kept };
}

/** An empty form, but for what was changed in it since the lead was sent. */
function changedSince(sent: typeof emptyForm, now: Partial<typeof emptyForm>) {
  const entries = formFields.map(({ name }) => [name, now[name] === sent[name] ? '' : now[name]]);
  return Object.fromEntries(entries);
}

function isAnother(event: Event): boolean {
  const { submitter } = event as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.name === anotherName;
}
