import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type CommissionName, commissionNames, commissions } from '#contract/commissions.ts';
import { type Company, companyChange } from '#contract/companies.ts';
import { maxReason } from '#contract/limits.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { displayText } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './CommissionsDialog.module.css';
import { commissionText } from './commission.ts';
import { companyNow, useUpdateCompany } from './companies.api.ts';
import { companyMessages, noCompanyName } from './company-text.ts';
import { ExplainedAmount } from './ExplainedAmount.tsx';
import { followAmount, followExplanation } from './follow-explanation.ts';
import { explanationFields } from './money-text.ts';

/** An administrator sets what a live company pays, how that comes about, and why it changes. */
export function CommissionsDialog({
  company,
  currency,
  opened,
  onClose,
}: {
  company: Company | undefined;
  currency: string | undefined;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Edit commissions"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {company && (
        <CommissionsForm key={company.id} company={company} currency={currency} onClose={onClose} />
      )}
    </Modal>
  );
}

function initialOf(company: Company) {
  return {
    commission_payable_to_partner: company.commission_payable_to_partner ?? '',
    commission_payable_rate: company.commission_payable_rate ?? '',
    commission_payable_base: company.commission_payable_base ?? '',
    alltime_commission_payable: company.alltime_commission_payable ?? '',
    alltime_commission_rate: company.alltime_commission_rate ?? '',
    alltime_commission_base: company.alltime_commission_base ?? '',
    reason: '',
  };
}
type Values = ReturnType<typeof initialOf>;

function useCommissionsForm(company: Company, onClose: () => void) {
  const update = useUpdateCompany();
  // What somebody else has made of it since this was opened: saving again replaces that.
  const [theirs, setTheirs] = useState<Company>();
  // A change that arrives by itself must not pass for one that was seen here.
  const [version] = useState(company.version);
  const part = useContractFormPart<Values>({
    schema: companyChange,
    initial: initialOf(company),
    send: async (values, answer) => {
      const body = { ...values, version: theirs?.version ?? version };
      await update.mutateAsync({ id: company.id, body });
      toast.success(companyMessages.commissionsUpdated, answer);
      onClose();
    },
    fieldsOf: (error) => {
      setTheirs(companyNow(error) ?? theirs);
      return {};
    },
  });
  return { ...part, theirs };
}

function CommissionsForm({
  company,
  currency,
  onClose,
}: {
  company: Company;
  currency: string | undefined;
  onClose: () => void;
}) {
  const { form, busy, onSubmit, theirs } = useCommissionsForm(company, onClose);
  const field = (name: keyof Values) => ({
    name,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  const onTyped = (name: CommissionName, amount: string) => {
    const { rate, base } = explanationFields(company, name);
    if (rate !== null && base !== null) followAmount(form, name, { rate, base }, amount);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className={classes.company} dir="auto">
        {displayText(company.name, noCompanyName)}
      </p>
      <p className={classes.hint}>
        A field left empty reads Not available. The partner reads how an amount comes about and why
        it changes.
      </p>
      {theirs && <Theirs company={theirs} currency={currency} />}
      {commissionNames.map((name, index) => (
        <ExplainedAmount
          key={name}
          name={name}
          isFirst={index === 0}
          field={field}
          onTyped={(amount) => onTyped(name, amount)}
          onExplained={(part) => followExplanation(form, name, part)}
        />
      ))}
      <Textarea
        {...field('reason')}
        label="Reason (optional)"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={maxReason}
        className={classes.reason}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {theirs ? 'Save mine' : 'Save'}
        </Button>
      </Group>
    </form>
  );
}

/** What stands there now: whoever saves again replaces it, and has seen it. */
function Theirs({ company, currency }: { company: Company; currency: string | undefined }) {
  return (
    <div className={classes.theirs}>
      <Notice kind="warning" title={companyMessages.changedMeanwhile}>
        {commissionNames.map((name) => (
          <p key={name} className="tabular">
            {commissions[name].label}: {commissionText(company[name], 'portal', currency)}
          </p>
        ))}
      </Notice>
    </div>
  );
}
