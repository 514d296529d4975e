import { VisuallyHidden } from '@mantine/core';
import {
  type CommissionSource,
  type CompanyEvent,
  commissionNames,
  commissions,
} from '#contract/commissions.ts';
import { useSession } from '#web/session/session.api.ts';
import { amountText } from '#web/ui/amount.ts';
import { displayText, exactDate, notAvailable, shortDate, shortTime } from '#web/ui/format.ts';
import classes from './ChangeEntry.module.css';
import { explanationsOf, notCountedText } from './money-text.ts';

/** One change of commissions: what, from what to what, how it comes about, why, who and when. */
export function ChangeEntry({
  event,
  currency,
  source,
}: {
  event: CompanyEvent;
  currency: string;
  /** Where the amounts that count are kept now. */
  source: CommissionSource;
}) {
  const read = (amount: string | null) =>
    amount === null ? notAvailable : amountText(amount, currency);
  return (
    <article className={classes.change}>
      <p className={classes.line}>
        <span className={classes.who}>
          <Who event={event} />
        </span>
        <time className={`tabular ${classes.when}`} title={exactDate(event.at)}>
          {shortDate(event.at)}, {shortTime(event.at)}
        </time>
      </p>
      {commissionNames.map((name) => {
        const change = event.changes[name];
        return (
          change && (
            <p key={name} className={`tabular ${classes.amounts}`}>
              <span className={classes.what}>{commissions[name].label}</span>{' '}
              <del className={classes.from}>{read(change.from)}</del>
              <span className={classes.after}>
                <span className={classes.arrow}>
                  <span aria-hidden="true">→</span>
                  <VisuallyHidden>to</VisuallyHidden>
                </span>{' '}
                <ins className={classes.to}>{read(change.to)}</ins>
              </span>
            </p>
          )
        );
      })}
      {explanationsOf(event, currency).map((text) => (
        <p key={text} className={`tabular ${classes.what}`}>
          {text}
        </p>
      ))}
      {event.source !== source && <p className={classes.what}>{notCountedText[source]}</p>}
      {event.reason && (
        <p className={classes.reason} dir="auto">
          {event.reason}
        </p>
      )}
    </article>
  );
}

function Who({ event: { by, source } }: { event: CompanyEvent }) {
  const { user } = useSession();
  if (!by) return source === 'hubspot' ? 'Changed in HubSpot' : 'Changed';
  return (
    <>
      <bdi className={classes.person}>{by.id === user?.id ? 'You' : displayText(by.name)}</bdi>{' '}
      changed this
    </>
  );
}
