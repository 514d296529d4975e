import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LeadEvent } from '#contract/events.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { useIsAdmin, useSession } from '#web/session/session.api.ts';
import { displayText, exactDate, shortTime } from '#web/ui/format.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import classes from './LeadTimeline.module.css';
import { useLeadDesk } from './lead-desk.ts';
import { crmEventText, eventText, leadPanelText, nameOf, sourceText } from './lead-panel-text.ts';
import { type ChangedValue, changedValues } from './timeline.ts';

/** One line an event: who did what, and when; a note is a card. */
export function TimelineEvent({ event }: { event: LeadEvent }) {
  const { user } = useSession();
  const name = nameOf(event.by, user?.id);
  const time = <At time={event.at} />;
  if (event.kind === 'note') {
    const author = <Who by={event.by} name={name ?? leadPanelText.somebody} />;
    return <Note author={author} text={event.text} time={time} />;
  }
  if (event.kind === 'crm') {
    return (
      <p className={classes.line}>
        <span className={classes.words}>{crmEventText[event.object][event.what]}</span>
        {time}
      </p>
    );
  }
  const texts = eventText[event.kind];
  return (
    <>
      <p className={classes.line}>
        <span className={classes.words}>
          {name === undefined ? (
            texts.passive
          ) : (
            <>
              <bdi className={classes.person}>
                <Who by={event.by} name={name} />
              </bdi>{' '}
              {texts.by}
            </>
          )}{' '}
          <Short event={event} />
        </span>
        {time}
      </p>
      {event.kind === 'corrected' && <Changes values={changedValues(event.changes)} />}
    </>
  );
}

/** A partner's name leads an administrator to their page, as it does everywhere. */
function Who({ by, name }: { by: LeadEvent['by']; name: string }): ReactNode {
  const isAdmin = useIsAdmin();
  if (!isAdmin || by?.role !== 'partner') return name;
  return <PartnerLink id={by.id} name={name} lines="any" />;
}

/** What fits on the line itself. */
function Short({ event }: { event: LeadEvent }): ReactNode {
  const isAdmin = useIsAdmin();
  if (event.kind === 'submitted') return <Submitted event={event} />;
  if (event.kind === 'status') {
    return (
      <span className={classes.badges}>
        <VisuallyHidden>from</VisuallyHidden>
        <StatusBadge lead={{ status: event.from, created_at: '' }} />
        <Arrow />
        <StatusBadge lead={{ status: event.to, created_at: '' }} />
      </span>
    );
  }
  if (event.kind === 'corrected') {
    return changedValues(event.changes)
      .map(({ label }) => label)
      .join(', ');
  }
  if (event.kind === 'moved' && (event.from || event.to)) {
    return (
      <>
        from <PartnerIn partner={event.from} /> to <PartnerIn partner={event.to} />
      </>
    );
  }
  // A partner is told of no other one, and only of moves to themselves.
  return event.kind === 'moved' && !isAdmin ? 'to you' : null;
}

function PartnerIn({ partner }: { partner: { id: string | null; name: string | null } | null }) {
  return (
    <bdi>
      <PartnerLink id={partner?.id ?? ''} name={partner?.name ?? null} lines="any" />
    </bdi>
  );
}

/** For whom, where an administrator has added it for a partner, and with what. */
function Submitted({ event }: { event: Extract<LeadEvent, { kind: 'submitted' }> }) {
  const { user } = useSession();
  const { submittedFor } = useLeadDesk();
  const isForAnother =
    event.by?.role === 'admin' && submittedFor && submittedFor.id !== event.by.id;
  return (
    <>
      {isForAnother && (
        <>for {submittedFor.id === user?.id ? 'you' : <PartnerIn partner={submittedFor} />} </>
      )}
      {event.source !== 'form' && (
        <>
          with <bdi>{sourceText(event)}</bdi>
        </>
      )}
    </>
  );
}

function Changes({ values }: { values: ChangedValue[] }) {
  return (
    <ul className={classes.changes}>
      {values.map(({ label, from, to }) => (
        <li key={label} className={classes.change}>
          {values.length > 1 && <span className={classes.what}>{label}: </span>}
          <del className={classes.from} dir="auto" title={from ?? undefined}>
            {displayText(from)}
          </del>
          <Arrow />
          <ins className={classes.to} dir="auto" title={to ?? undefined}>
            {displayText(to)}
          </ins>
        </li>
      ))}
    </ul>
  );
}

/** Seen as an arrow, heard as a word. */
function Arrow() {
  return (
    <>
      <span aria-hidden="true" className={classes.arrow}>
        →
      </span>
      <VisuallyHidden>to</VisuallyHidden>
    </>
  );
}

function At({ time }: { time: string }) {
  return (
    <time className={`tabular ${classes.time}`} title={exactDate(time)}>
      {shortTime(time)}
    </time>
  );
}

export function Note({ author, text, time }: { author: ReactNode; text: string; time: ReactNode }) {
  return (
    <article className={classes.note}>
      <header className={classes.line}>
        <bdi className={classes.person}>{author}</bdi>
        {typeof time === 'string' ? <span className={classes.time}>{time}</span> : time}
      </header>
      <p className={classes.text} dir="auto">
        {text}
      </p>
    </article>
  );
}
