import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { CardLink } from '#web/ui/CardHead.tsx';
import { KeptRoom } from '#web/ui/KeptRoom.tsx';
import { useCommissionTotals } from './companies.api.ts';
import { type Latest, LatestChanges } from './LatestChanges.tsx';
import { type Figure, MoneyFigures } from './MoneyFigures.tsx';
import { MoneyNotThere } from './MoneyNotThere.tsx';
import classes from './MoneyTotals.module.css';
import { countedText, moneyMessages } from './money-text.ts';
import { PartnerTotals } from './PartnerTotals.tsx';
import { statementPath } from './StatementLink.shared.tsx';
import { thisQuarter } from './statement/period.ts';
import { useLatestChanges } from './statement/statement.api.ts';

const shownPartners = 5;
/** Among which those are looked for that explain what was earned. */
const readChanges = 20;

/**
 * What was earned this quarter, what is payable, and why; for administrators, unless it is about one
 * partner, by whom. For the Dashboard and for the page of a partner.
 */
export function MoneyTotals({ partnerId }: { partnerId?: string }) {
  const isByPartner = useIsAdmin() && !partnerId;
  const quarter = thisQuarter(new Date());
  const totals = useCommissionTotals({ partner: partnerId }, quarter);
  const latest = useLatestChanges(partnerId, quarter, readChanges, !isByPartner);
  // Whoever has no live company has no use for sums.
  const isOfNoUse = totals.data?.totals.companies === 0 && totals.data.earned === '0.00';
  return (
    <KeptRoom
      name={partnerId ? 'commissions of a partner' : 'commissions'}
      waiting={totals.isPending || (!isByPartner && !isOfNoUse && latest.isPending)}
    >
      {!isOfNoUse && <Commissions partnerId={partnerId} totals={totals} latest={latest} />}
    </KeptRoom>
  );
}

type Totals = ReturnType<typeof useCommissionTotals>;

function Commissions({
  partnerId,
  totals,
  latest,
}: {
  partnerId: string | undefined;
  totals: Totals;
  latest: Latest;
}) {
  const isByPartner = useIsAdmin() && !partnerId;
  return (
    <Card>
      <div className={classes.head}>
        <h2 className={classes.heading}>
          Commissions <span className={classes.currency}>{totals.data?.currency}</span>
        </h2>
        {isByPartner ? (
          <CardLink to="/live">View live companies</CardLink>
        ) : (
          <CardLink to={statementPath({ partner: partnerId })}>Statement</CardLink>
        )}
      </div>
      {totals.isError && !totals.data ? (
        <MoneyNotThere message={moneyMessages.notLoaded} of={totals} />
      ) : (
        <>
          <Figures data={totals.data} />
          {isByPartner ? (
            <PartnerTotals totals={totals} most={shownPartners} />
          ) : (
            <LatestChanges partnerId={partnerId} latest={latest} />
          )}
        </>
      )}
    </Card>
  );
}

function Figures({ data }: { data: Totals['data'] }) {
  return (
    <div className={classes.figures}>
      <MoneyFigures label="Commissions" figures={figuresOf(data)} currency={data?.currency} />
      <p className={classes.counted}>
        {countedText(data?.totals.not_available.alltime_commission_payable ?? 0)}
      </p>
    </div>
  );
}

/** Undefined amounts keep their places until they are here. */
function figuresOf(data: Totals['data']): Figure[] {
  const totals = data?.totals;
  return [
    {
      label: moneyMessages.earned,
      amount: data?.earned,
      isGrowth: true,
    },
    {
      label: moneyMessages.payable,
      amount: totals?.commission_payable_to_partner,
      without: totals?.not_available.commission_payable_to_partner,
    },
    {
      label: moneyMessages.alltime,
      amount: totals?.alltime_commission_payable,
      without: totals?.not_available.alltime_commission_payable,
    },
  ];
}
