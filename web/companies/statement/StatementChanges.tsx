import { Fragment } from 'react';
import { Link } from 'react-router';
import {
  type CommissionName,
  commissionNames,
  commissions,
  difference,
} from '#contract/commissions.ts';
import { companyText } from '#contract/company-text.ts';
import type { Statement, StatementChange } from '#contract/statements.ts';
import { amountText, growthText } from '#web/ui/amount.ts';
import { displayText, exactDate, notAvailable, shortDate } from '#web/ui/format.ts';
import { companyPath } from '../company-address.ts';
import { companyName } from '../company-name.shared.ts';
import { explanationsOf } from '../money-text.ts';
import classes from './StatementSheet.module.css';
import { closingOf, statementMessages } from './statement-text.ts';

/** From the opening, change by change, to the closing. */
export function StatementChanges({ statement }: { statement: Statement }) {
  const { changes, opening, closing, from, currency } = statement;
  if (changes.length === 0) return <p className={classes.none}>{statementMessages.nothing}</p>;
  return (
    <table className={classes.changes} aria-label="Changes">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Company and reason</th>
          {commissionNames.map((name) => (
            <th key={name} scope="col">
              {commissions[name].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular">
        <Balance
          label={companyText.statement.opening}
          at={from}
          sums={opening}
          currency={currency}
        />
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} currency={currency} />
        ))}
        <Balance {...closingOf(statement)} sums={closing} currency={currency} />
      </tbody>
    </table>
  );
}

function Balance({
  label,
  at,
  sums,
  currency,
}: {
  label: string;
  at: string;
  sums: Record<CommissionName, string>;
  currency: string;
}) {
  return (
    <tr className={classes.balanceRow}>
      <td>{shortDate(at)}</td>
      <th scope="row">{label}</th>
      {commissionNames.map((name) => (
        <td key={name} data-label={commissions[name].label}>
          <span className={classes.sum}>{amountText(sums[name], currency)}</span>
        </td>
      ))}
    </tr>
  );
}

function ChangeRow({ change, currency }: { change: StatementChange; currency: string }) {
  const { company, by, at, reason } = change;
  const how = explanationsOf(change, currency);
  return (
    <tr>
      <td>
        <time title={exactDate(at)}>{shortDate(at)}</time>
      </td>
      <th scope="row">
        <Link className={classes.link ?? ''} to={companyPath(company.id)} dir="auto">
          {companyName(company.name)}
        </Link>
        {reason && (
          <span className={classes.reason} dir="auto">
            {reason}
          </span>
        )}
        <span className={classes.quiet}>
          {how.map((text) => (
            <Fragment key={text}>{text} · </Fragment>
          ))}
          <bdi>{by ? displayText(by.name) : 'HubSpot'}</bdi>
        </span>
      </th>
      {commissionNames.map((name) => (
        <td key={name} data-label={commissions[name].label}>
          <Moved change={change.changes[name]} currency={currency} />
        </td>
      ))}
    </tr>
  );
}

function Moved({
  change,
  currency,
}: {
  change: StatementChange['changes'][CommissionName];
  currency: string;
}) {
  if (!change) return null;
  const to = change.to === null ? notAvailable : amountText(change.to, currency);
  return (
    <>
      <span className={classes.growth}>
        {growthText(difference(change.from, change.to), currency)}
      </span>
      <span className={classes.after}>
        {statementMessages.after} {to}
      </span>
    </>
  );
}
