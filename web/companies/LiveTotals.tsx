import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { commissionText } from './commission.ts';
import { useCommissionTotals } from './companies.api.ts';
import classes from './LiveTotals.module.css';
import { MoneyFigures } from './MoneyFigures.tsx';
import { moneyMessages } from './money-text.ts';
import { PartnerTotals } from './PartnerTotals.tsx';
import { thisQuarter } from './statement/period.ts';
import type { useLiveList } from './use-live-list.ts';

/** What all companies pay that the filter shows, above the table; for administrators also by partner. */
export function LiveTotals({ list }: { list: ReturnType<typeof useLiveList> }) {
  const isAdmin = useIsAdmin();
  const [opened, { toggle }] = useDisclosure(false);
  const { totals, currency, source } = list;
  if (list.failed || list.empty || (!totals && !list.loading)) return null;
  const missing = commissionText(null, source, currency);
  return (
    <div className={classes.totals}>
      <Card>
        <div className={classes.line}>
          <MoneyFigures
            label={list.filtered ? 'Totals of what the filter shows' : 'Totals'}
            currency={currency}
            figures={[
              {
                label: moneyMessages.payable,
                amount: totals?.commission_payable_to_partner,
                without: totals?.not_available.commission_payable_to_partner,
                missing,
              },
              {
                label: moneyMessages.alltime,
                amount: totals?.alltime_commission_payable,
                without: totals?.not_available.alltime_commission_payable,
                missing,
              },
            ]}
          >
            {currency && <span className={classes.currency}>in {currency}</span>}
            {isAdmin && <ByPartnerButton opened={opened} onToggle={toggle} />}
          </MoneyFigures>
        </div>
        {isAdmin && opened && <ByPartner {...list.state} />}
      </Card>
    </div>
  );
}

function ByPartnerButton({ opened, onToggle }: { opened: boolean; onToggle: () => void }) {
  const Icon = opened ? IconChevronUp : IconChevronDown;
  return (
    <Button
      variant="subtle"
      color="gray"
      px={8}
      aria-expanded={opened}
      rightSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
      onClick={onToggle}
    >
      {moneyMessages.byPartner}
    </Button>
  );
}

function ByPartner({ search, partner }: { search: string; partner: string }) {
  const totals = useCommissionTotals({ search, partner }, thisQuarter(new Date()));
  return <PartnerTotals totals={totals} />;
}
