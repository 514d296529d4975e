import { TextInput, type TextInputProps } from '@mantine/core';
import { useNavigate } from 'react-router';
import { newLead } from '#contract/leads.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractForm } from '#web/lib/use-contract-form.ts';
import { Card } from '#web/ui/Card.tsx';
import { FormActions, FormGrid } from '#web/ui/FormGrid.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import classes from './AddLeadPage.module.css';
import { useCreateLead } from './leads.api.ts';

const empty = {
  company_name: '',
  first_name: '',
  last_name: '',
  title: '',
  email: '',
  phone_number: '',
  website: '',
  country: '',
};

/** In the order of spec §2; what the browser and a phone's keyboard know about each. */
const fields: (TextInputProps & { name: keyof typeof empty })[] = [
  {
    name: 'company_name',
    label: 'Company Name',
    required: true,
    autoComplete: 'organization',
    className: classes.wide ?? '',
  },
  { name: 'first_name', label: 'First Name', required: true, autoComplete: 'given-name' },
  { name: 'last_name', label: 'Last Name', required: true, autoComplete: 'family-name' },
  { name: 'title', label: 'Title', autoComplete: 'organization-title' },
  {
    name: 'email',
    label: 'Email',
    required: true,
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
  },
  {
    name: 'phone_number',
    label: 'Phone Number',
    required: true,
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
  },
  {
    name: 'website',
    label: 'Website',
    inputMode: 'url',
    autoComplete: 'url',
    autoCapitalize: 'none',
  },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
];

/** spec §2, Add Lead */
export function AddLeadPage() {
  const navigate = useNavigate();
  const createLead = useCreateLead();
  const { form, busy, blocker, onSubmit } = useContractForm({
    schema: newLead,
    initial: empty,
    send: async (values) => {
      await createLead.mutateAsync(values);
      toast.success('Lead has been added successfully');
      navigate('/leads');
    },
  });
  return (
    <>
      <PageHeader title="Add New Lead" />
      <Card padded>
        <form onSubmit={onSubmit} noValidate>
          <FormGrid>
            {fields.map((field) => (
              <TextInput key={field.name} {...field} {...form.getInputProps(field.name)} />
            ))}
          </FormGrid>
          <FormActions submit="Add Lead" busy={busy} cancelTo="/leads" />
        </form>
      </Card>
      <UnsavedDialog blocker={blocker} />
    </>
  );
}
