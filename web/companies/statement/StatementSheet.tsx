import { commissionNames, commissions } from '#contract/commissions.ts';
import { companyText } from '#contract/company-text.ts';
import type { Statement } from '#contract/statements.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { amountText, growthText, moneyText } from '#web/ui/amount.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { displayText } from '#web/ui/format.ts';
import { asOfText } from '../company-text.ts';
import { areLarge, bothOf } from '../large-amounts.ts';
import { StatementChanges } from './StatementChanges.tsx';
import classes from './StatementSheet.module.css';
import {
  closingOf,
  madeText,
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
      data-large={hasLargeAmounts(statement) || undefined}
      data-outdated={outdated || undefined}
    >
      <Letterhead />
      <Head statement={statement} />
      <Summary statement={statement} />
      <StatementChanges statement={statement} />
      <Notes statement={statement} />
    </article>
  );
}

function hasLargeAmounts({ opening, closing, changes }: Statement): boolean {
  const moved = changes.flatMap(({ changes: by }) =>
    Object.values(by).map((change) => change?.to ?? null),
  );
  return areLarge([...bothOf(opening), ...bothOf(closing), ...moved]);
}

/** On paper nothing else says where it comes from and of when it is. */
function Letterhead() {
  return (
    <div className={classes.letterhead}>
      <Brand />
      <p className="tabular">{madeText(new Date())}</p>
    </div>
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
        {partner.company !== null && (
          <p className={classes.company} dir="auto">
            {displayText(partner.company)}
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
  const { label: closingLabel } = closingOf(statement);
  return (
    <section aria-label="Summary" className={classes.summary}>
      <p className={classes.earned}>
        <span className={classes.label}>Earned in this period</span>
        <strong className="tabular">
          {moneyText(changed.alltime_commission_payable, currency)}
        </strong>
      </p>
      <table className={classes.balance}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.label}>{currency}</span>
            </th>
            <th scope="col">{companyText.statement.opening}</th>
            <th scope="col">Change</th>
            <th scope="col">{closingLabel}</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {commissionNames.map((name) => (
            <tr key={name}>
              <th scope="row">{commissions[name].label}</th>
              <td data-label={companyText.statement.opening}>
                {amountText(opening[name], currency)}
              </td>
              <td data-label="Change">{growthText(changed[name], currency)}</td>
              <td data-label={closingLabel}>
                <strong>{amountText(closing[name], currency)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the sums do not say. */
function Notes({ statement }: { statement: Statement }) {
  const { changes, changes_total } = statement;
  const notes = [
    changes.length > 0 ? statementMessages.afterHint : null,
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
