import { Button, VisuallyHidden } from '@mantine/core';
import type { LeadEvent } from '#contract/events.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './LeadTimeline.module.css';
import { leadPanelText } from './lead-panel-text.ts';
import { Note, TimelineEvent } from './TimelineEvent.tsx';
import { inDays } from './timeline.ts';

/** What has happened to a lead, oldest first; a note that is being sent stands at its end already. */
export function LeadTimeline({
  events,
  total,
  failed,
  busy,
  sending,
  onRetry,
  onOlder,
}: {
  /** Undefined until they are here. */
  events: LeadEvent[] | undefined;
  total: number;
  failed: boolean;
  busy: boolean;
  sending: string | undefined;
  onRetry: () => void;
  onOlder: () => void;
}) {
  const older = total - (events?.length ?? 0);
  return (
    <section aria-label="Timeline" className={classes.timeline}>
      <h3 className={classes.heading}>Timeline</h3>
      {failed && !events && (
        <Notice
          kind="error"
          actions={
            <Button variant="default" size="compact-sm" h={32} loading={busy} onClick={onRetry}>
              Try again
            </Button>
          }
        >
          <p>{leadPanelText.timelineNotLoaded}</p>
        </Notice>
      )}
      {!events && !failed && <Skeleton />}
      {events && older > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          h={32}
          className={classes.older ?? ''}
          loading={busy}
          onClick={onOlder}
        >
          {`${leadPanelText.older} (${older})`}
        </Button>
      )}
      {inDays(events ?? [], Date.now()).map((day) => (
        <section key={day.events[0]?.id} className={classes.day} aria-label={day.name}>
          <h4 className={classes.date}>{day.name}</h4>
          <ol className={classes.events}>
            {day.events.map((event) => (
              <li key={event.id} id={`event-${event.id}`} data-kind={event.kind}>
                <TimelineEvent event={event} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {sending !== undefined && (
        <div ref={comeIntoView} className={classes.sending}>
          <Note author="You" text={sending} time="Sending…" />
        </div>
      )}
    </section>
  );
}

/** What was just sent is seen where it stands from now on. */
function comeIntoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'end' });
}

function Skeleton() {
  return (
    <output className={classes.skeleton}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Bone width={64} />
      <Bone width="70%" />
      <Bone width="55%" />
    </output>
  );
}
