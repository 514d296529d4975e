import { Fragment } from 'react';
import { Link } from 'react-router';
import {
  type CommissionName,
  commissionNames,
  commissions,
  difference,
} from '#contract/commissions.ts';
import type { Statement, StatementChange } from '#contract/statements.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { displayText, exactDate, groupDigits, isMissing, shortDate } from '#web/ui/format.ts';
import { companyPath } from '../company-address.ts';
import { asOfText, noCompanyName } from '../company-text.ts';
import { explanationsOf, growthText, moneyText } from '../money-text.ts';
import classes from './StatementSheet.module.css';
import {
  missingOfText,
  newestText,
  periodText,
  statementMessages,
  unrecordedText,
} from './statement-text.ts';

/** The statement itself, on the screen as on paper. */
export function StatementSheet({
  statement,
  outdated,
}: {
  statement: Statement;
  /** Whether it answers an earlier question. */
  outdated: boolean;
}) {
  return (
    <article
      className={classes.sheet}
      aria-label="Statement"
      aria-busy={outdated}
      data-outdated={outdated || undefined}
    >
      <Head statement={statement} />
      <Summary statement={statement} />
      <Changes statement={statement} />
      <Notes statement={statement} />
    </article>
  );
}

function Head({ statement }: { statement: Statement }) {
  const { partner, source, as_of } = statement;
  return (
    <header className={classes.head}>
      <div>
        <p className={classes.kind}>Commission statement</p>
        <h2 className={classes.partner} dir="auto">
          <PartnerLink id={partner.id} name={partner.name} lines="any" />
        </h2>
        {!isMissing(partner.company) && (
          <p className={classes.company} dir="auto">
            {partner.company}
          </p>
        )}
      </div>
      <div className={classes.period}>
        <p className="tabular">{periodText(statement)}</p>
        {source === 'hubspot' && as_of && (
          <p className={classes.quiet}>{asOfText(as_of, Date.now())}</p>
        )}
      </div>
    </header>
  );
}

/** The answer first: what was earned; then how both sums moved. */
function Summary({ statement }: { statement: Statement }) {
  const { opening, changed, closing, currency } = statement;
  return (
    <section aria-label="Summary" className={classes.summary}>
      <p className={classes.earned}>
        <span className={classes.label}>Earned in this period</span>
        <strong className="tabular">
          {moneyText(changed.alltime_commission_payable, currency).replace('-', '−')}
        </strong>
      </p>
      <table className={classes.balance}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.label}>{currency}</span>
            </th>
            <th scope="col">Opening</th>
            <th scope="col">Change</th>
            <th scope="col">Closing</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {commissionNames.map((name) => (
            <tr key={name}>
              <th scope="row">{commissions[name].label}</th>
              <td data-label="Opening">{groupDigits(opening[name])}</td>
              <td data-label="Change">{growthText(changed[name])}</td>
              <td data-label="Closing">
                <strong>{groupDigits(closing[name])}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Changes({ statement }: { statement: Statement }) {
  const { changes, opening, closing, from, to } = statement;
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
        <Balance label="Opening" at={from} sums={opening} />
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
        <Balance label="Closing" at={closingOf(to)} sums={closing} />
      </tbody>
    </table>
  );
}

/** Of a period that is not over yet, today. */
function closingOf(to: string): string {
  return new Date(Math.min(Date.parse(to) - 1, Date.now())).toISOString();
}

function Balance({
  label,
  at,
  sums,
}: {
  label: string;
  at: string;
  sums: Record<CommissionName, string>;
}) {
  return (
    <tr className={classes.balanceRow}>
      <td>{shortDate(at)}</td>
      <th scope="row">{label}</th>
      {commissionNames.map((name) => (
        <td key={name} data-label={commissions[name].label}>
          {groupDigits(sums[name])}
        </td>
      ))}
    </tr>
  );
}

function ChangeRow({ change }: { change: StatementChange }) {
  const { company, by, at, reason } = change;
  const how = explanationsOf(change);
  return (
    <tr>
      <td>
        <time title={exactDate(at)}>{shortDate(at)}</time>
      </td>
      <th scope="row">
        <Link className={classes.link ?? ''} to={companyPath(company.id)} dir="auto">
          {displayText(company.name, noCompanyName)}
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
          <bdi>{by?.name ?? 'HubSpot'}</bdi>
        </span>
      </th>
      {commissionNames.map((name) => (
        <td key={name} data-label={commissions[name].label}>
          <Moved change={change.changes[name]} />
        </td>
      ))}
    </tr>
  );
}

function Moved({ change }: { change: StatementChange['changes'][CommissionName] }) {
  if (!change) return null;
  const to = change.to === null ? 'Not available' : groupDigits(change.to);
  return (
    <>
      {growthText(difference(change.from, change.to))}
      <span className={classes.after}>{to}</span>
    </>
  );
}

/** What the sums do not say. */
function Notes({ statement }: { statement: Statement }) {
  const { changes, changes_total } = statement;
  const notes = [
    unrecordedText(statement.unrecorded),
    missingOfText(statement),
    changes_total > changes.length ? newestText(changes.length, changes_total) : null,
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return (
    <footer className={classes.notes}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </footer>
  );
}
