import { Button, TextInput } from '@mantine/core';
import { commissionNames, commissions } from '#contract/commissions.ts';
import type { CommissionProperties as Properties } from '#contract/crm.ts';
import type { useContractFormPart } from '#web/lib/use-contract-form.ts';
import classes from './CrmPage.module.css';
import { CrmPart } from './CrmPart.tsx';
import { crmMessages } from './crm-text.ts';

/** Which properties of a company in HubSpot hold its commissions. */
export function CommissionProperties({
  part: { form, busy, onSubmit },
}: {
  part: ReturnType<typeof useContractFormPart<Properties>>;
}) {
  const field = (name: keyof Properties) => ({
    name,
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    ...form.getInputProps(name),
  });
  return (
    <CrmPart title="Commissions" hint={crmMessages.propertiesHint}>
      <form onSubmit={onSubmit} noValidate>
        <div className={classes.fields}>
          {commissionNames.map((name) => (
            <TextInput key={name} {...field(name)} label={commissions[name].label} />
          ))}
        </div>
        <Button type="submit" variant="default" mt="md" loading={busy}>
          Save properties
        </Button>
      </form>
    </CrmPart>
  );
}
