import { Link } from 'react-router';
import { difference } from '#contract/commissions.ts';
import type { StatementChange } from '#contract/statements.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { growthText } from '#web/ui/amount.ts';
import { Card } from '#web/ui/Card.tsx';
import { CardLink } from '#web/ui/CardHead.tsx';
import { displayText, exactDate, shortDate } from '#web/ui/format.ts';
import { NotLoaded } from '#web/ui/NotLoaded.tsx';
import { useCommissionTotals } from './companies.api.ts';
import { companyPath } from './company-address.ts';
import { noCompanyName } from './company-text.ts';
import { type Figure, MoneyFigures } from './MoneyFigures.tsx';
import classes from './MoneyTotals.module.css';
import { countedText, growthExplanation, latestText, moneyMessages } from './money-text.ts';
import { PartnerTotals } from './PartnerTotals.tsx';
import { StatementLink, statementPath } from './StatementLink.shared.tsx';
import { thisQuarter } from './statement/period.ts';
import { useLatestChanges } from './statement/statement.api.ts';

const shownPartners = 5;
const shownChanges = 3;
/** Among which those are looked for that explain what was earned. */
const readChanges = 20;

/**
 * What was earned this quarter, what is payable, and why; for administrators, unless it is about one
 * partner, by whom. For the Dashboard and for the page of a partner.
 */
export function MoneyTotals({ partnerId }: { partnerId?: string }) {
  const isByPartner = useIsAdmin() && !partnerId;
  const totals = useCommissionTotals({ partner: partnerId }, thisQuarter(new Date()));
  // Whoever has no live company has no use for sums.
  if (totals.data?.totals.companies === 0 && totals.data.earned === '0.00') return null;
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
        <NotThere message={moneyMessages.notLoaded} of={totals} />
      ) : (
        <>
          <Figures data={totals.data} />
          {isByPartner ? (
            <PartnerTotals totals={totals} most={shownPartners} />
          ) : (
            <LatestChanges partnerId={partnerId} />
          )}
        </>
      )}
    </Card>
  );
}

type Totals = ReturnType<typeof useCommissionTotals>;

function NotThere({
  message,
  of: { isFetching, refetch },
}: {
  message: string;
  of: Pick<Totals, 'isFetching'> & { refetch: () => void };
}) {
  return (
    <div className={classes.notThere}>
      <NotLoaded message={message} retrying={isFetching} onRetry={refetch} />
    </div>
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

/** Why: the latest changes of the quarter with their reasons. */
function LatestChanges({ partnerId }: { partnerId: string | undefined }) {
  const latest = useLatestChanges(partnerId, thisQuarter(new Date()), readChanges);
  const { data, isError } = latest;
  if (isError && !data) return <NotThere message={moneyMessages.latestNotLoaded} of={latest} />;
  if (!data) return null;
  const { currency, changes_total: total } = data.statement;
  const changes = explaining(data.statement.changes.toReversed());
  if (changes.length === 0) return <p className={classes.none}>{moneyMessages.nothingYet}</p>;
  return (
    <>
      <ol className={classes.changes} aria-label="Latest changes of commissions">
        {changes.map((change) => (
          <Change key={change.id} change={change} currency={currency} />
        ))}
      </ol>
      <p className={classes.more}>
        <StatementLink {...(partnerId && { partnerId })}>
          {latestText(changes.length, total)}
        </StatementLink>
      </p>
    </>
  );
}

/** Of the newest, those first that explain what was earned: whatever was paid out says nothing of it. */
function explaining(newest: StatementChange[]): StatementChange[] {
  const isEarning = ({ changes }: StatementChange) => changes.alltime_commission_payable;
  const chosen = [
    ...newest.filter(isEarning),
    ...newest.filter((change) => !isEarning(change)),
  ].slice(0, shownChanges);
  return newest.filter((change) => chosen.includes(change));
}

function Change({ change, currency }: { change: StatementChange; currency: string }) {
  const { company, reason, at } = change;
  const why = [reason, growthExplanation(change, currency)].filter(Boolean).join(' · ');
  const earned = change.changes.alltime_commission_payable;
  // What was paid out is not taken from what was earned.
  const moved = earned ?? change.changes.commission_payable_to_partner;
  return (
    <li className={classes.change}>
      <span className={classes.what}>
        <Link className={classes.company ?? ''} to={companyPath(company.id)} dir="auto">
          {displayText(company.name, noCompanyName)}
        </Link>
        {why && (
          <span className={classes.why} dir="auto" title={why}>
            {why}
          </span>
        )}
      </span>
      <span className={`tabular ${classes.growth}`}>
        {moved && growthText(difference(moved.from, moved.to), currency)}
        <span className={classes.day}>
          {!earned && `${moneyMessages.onlyPayable} · `}
          <time title={exactDate(at)}>{shortDate(at)}</time>
        </span>
      </span>
    </li>
  );
}
