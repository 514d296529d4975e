import { Button, Group, Modal, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CommissionName, commissionNames, commissions } from '#contract/commissions.ts';
import { type Company, companyChange } from '#contract/companies.ts';
import { companyText } from '#contract/company-text.ts';
import { maxReason } from '#contract/limits.ts';
import { serverFields } from '#web/lib/api-error.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { toast } from '#web/lib/toasts.ts';
import { useContractFormPart } from '#web/lib/use-contract-form.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './CommissionsDialog.module.css';
import { commissionText } from './commission.ts';
import {
  isChanged,
  type NumberField,
  type TypedAmounts,
  type Values,
  valuesOf,
  withAmount,
  withRateAndBase,
  withTheirs,
} from './commission-form.ts';
import { companyNow, useUpdateCompany } from './companies.api.ts';
import { companyName } from './company-name.shared.ts';
import { companyMessages } from './company-text.ts';
import { ExplainedAmount } from './ExplainedAmount.tsx';

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

/** Of whichever company: the next answer replaces the last, and none stands over the next dialog. */
const toastsOfCommissions = 'commissions';

function useCommissionsForm(company: Company, onClose: () => void) {
  const update = useUpdateCompany();
  // A change that arrives by itself must not pass for one that was seen here.
  const [opened] = useState(company);
  // What somebody else has made of it since this was opened: saving again replaces that.
  const [theirs, setTheirs] = useState<Company>();
  const read = theirs ?? opened;
  const typed = useRef<TypedAmounts>({});
  const { form, busy, onSubmit } = useContractFormPart<Values>({
    schema: companyChange.refine(
      (change) => !change.reason || isChanged(change, read),
      reasonForNothing,
    ),
    initial: valuesOf(company),
    about: toastsOfCommissions,
    send: async (values, answer) => {
      if (isChanged(values, read)) {
        const body = { ...values, version: read.version };
        await update.mutateAsync({ id: company.id, body });
        toast.success(companyMessages.commissionsUpdated, answer);
      }
      onClose();
    },
    takeIn: (error) => {
      const now = companyNow(error);
      if (!now) return Object.keys(serverFields(error)).length > 0;
      put(withTheirs(form.getValues(), read, now));
      setTheirs(now);
      return true;
    },
  });
  const put = (next: Values) => {
    const values = form.getValues();
    for (const name of Object.keys(next) as (keyof Values)[]) {
      if (next[name] !== values[name]) form.setFieldValue(name, next[name]);
    }
  };
  const type = (name: CommissionName, field: NumberField, text: string) => {
    const values = { ...form.getValues(), [field]: text };
    if (field === name) typed.current[name] = text.trim();
    put(
      field === name
        ? withAmount(values, name, read)
        : withRateAndBase(values, name, typed.current, read),
    );
  };
  useEffect(() => toast.clear(toastsOfCommissions), []);
  return { form, busy, onSubmit, type, theirs };
}

const reasonForNothing = { message: companyText.nothingToChange, path: ['reason'] };

/** Enter is a new line of the reason; with Ctrl or ⌘ it saves, as Enter does in any other field. */
function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  if (isComposing(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
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
  const { form, busy, onSubmit, type, theirs } = useCommissionsForm(company, onClose);
  const field = (name: keyof Values) => ({
    name,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className={classes.company} dir="auto">
        {companyName(company.name)}
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
          onType={(field, text) => type(name, field, text)}
        />
      ))}
      <Textarea
        {...field('reason')}
        label="Reason (optional)"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={maxReason}
        onKeyDown={saveOnEnter}
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
