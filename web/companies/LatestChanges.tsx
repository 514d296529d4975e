import { Link } from 'react-router';
import { difference } from '#contract/commissions.ts';
import type { StatementChange } from '#contract/statements.ts';
import { growthText } from '#web/ui/amount.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { exactDate, shortDate } from '#web/ui/format.ts';
import { companyPath } from './company-address.ts';
import { companyName } from './company-name.shared.ts';
import { MoneyNotThere } from './MoneyNotThere.tsx';
import classes from './MoneyTotals.module.css';
import { growthExplanation, latestText, moneyMessages } from './money-text.ts';
import { StatementLink } from './StatementLink.shared.tsx';
import type { useLatestChanges } from './statement/statement.api.ts';

const shownChanges = 3;

export type Latest = ReturnType<typeof useLatestChanges>;

/** Why: the latest changes of the quarter with their reasons. */
export function LatestChanges({
  partnerId,
  latest,
}: {
  partnerId: string | undefined;
  latest: Latest;
}) {
  const { data, isError } = latest;
  if (isError && !data)
    return <MoneyNotThere message={moneyMessages.latestNotLoaded} of={latest} />;
  if (!data) return <ChangesWaiting />;
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

/** As many as there mostly are, each as high as one with a reason. */
function ChangesWaiting() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: shownChanges }, (_, n) => n).map((n) => (
        <div key={n} className={classes.change}>
          <span className={classes.what}>
            <span className={classes.company}>
              <Bone width={140} />
            </span>
            <span className={classes.why}>
              <Bone width={200} />
            </span>
          </span>
          <span className={classes.growth}>
            <Bone width={72} />
          </span>
        </div>
      ))}
      <p className={classes.more}>
        <Bone width={160} />
      </p>
    </div>
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
          {companyName(company.name)}
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
