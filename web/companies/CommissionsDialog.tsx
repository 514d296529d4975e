import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type Company, companyChange } from '#contract/companies.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { displayText } from '#web/ui/format.ts';
import classes from './CommissionsDialog.module.css';
import { useUpdateCompany } from './companies.api.ts';
import { companyMessages, noCompanyName } from './company-text.ts';

/** An administrator sets what a live company pays. */
export function CommissionsDialog({
  company,
  opened,
  onClose,
}: {
  company: Company | undefined;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Edit commissions"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {company && <CommissionsForm key={company.id} company={company} onClose={onClose} />}
    </Modal>
  );
}

function CommissionsForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const update = useUpdateCompany();
  const { form, busy, onSubmit } = useContractFormPart({
    schema: companyChange,
    initial: {
      commission_payable_to_partner: company.commission_payable_to_partner ?? '',
      alltime_commission_payable: company.alltime_commission_payable ?? '',
    },
    send: async (body, answer) => {
      await update.mutateAsync({ id: company.id, body });
      toast.success(companyMessages.commissionsUpdated, answer);
      onClose();
    },
  });
  const field = (name: keyof typeof form.values) => ({
    name,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    className: classes.field,
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className={classes.company} dir="auto">
        {displayText(company.name, noCompanyName)}
      </p>
      <p className={classes.hint}>A field left empty reads Not available.</p>
      <TextInput
        {...field('commission_payable_to_partner')}
        label="Commission Payable"
        data-autofocus
      />
      <TextInput {...field('alltime_commission_payable')} label="Alltime Commission" />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </Group>
    </form>
  );
}
