import { useRef, useState } from 'react';
import type { Lead, LeadDetails } from '#contract/leads.ts';
import { useUnsavedGuard } from '#web/lib/use-unsaved-warning.ts';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { DeletedNotice } from './DeletedNotice.tsx';
import { GoneNotice } from './GoneNotice.tsx';
import { LeadFacts } from './LeadFacts.tsx';
import { LeadHead } from './LeadHead.tsx';
import { LeadTimeline } from './LeadTimeline.tsx';
import { eventsAtOnce, useAddNote, useLeadEvents } from './lead.api.ts';
import { type Changes, LeadDeskContext } from './lead-desk.ts';
import { NewNote } from './NewNote.tsx';
import { NoteField } from './NoteField.tsx';
import classes from './OpenedLead.module.css';
import { firstPartner } from './timeline.ts';
import { useMarkRead } from './use-mark-read.ts';

/** A lead with its facts, its timeline and the field for a note, which stays at the foot. */
export function OpenedLead({
  known,
  lead,
  gone: isMissing,
  level,
  onClose,
}: {
  /** What is known of it by now, be it from a list. */
  known: Lead;
  /** Everything that is known of it, once that is here. */
  lead: LeadDetails | undefined;
  /** Not there any more for this user. */
  gone: boolean;
  level: 1 | 2;
  onClose: () => void;
}) {
  const [count, setCount] = useState(eventsAtOnce);
  const [changes, setChanges] = useState<Changes>();
  const timeline = useLeadEvents(known.id, count);
  const note = useAddNote(known.id);
  const parts = useRef(new Set<{ isUnsaved: () => boolean }>()).current;
  const blocker = useUnsavedGuard([{ isUnsaved: () => [...parts].some((p) => p.isUnsaved()) }]);
  const events = timeline.data?.events;
  const isDeleted = Boolean(lead?.deleted_at);
  const wasThere = useRef(false);
  if (lead && !isDeleted) wasThere.current = true;
  const gone = isMissing || (isDeleted && wasThere.current);
  const readOnly = isDeleted && !gone;
  const hadUnread = useMarkRead(lead, events !== undefined);
  const submittedFor = firstPartner(events ?? [], known);
  const desk = { parts, tellChanges: setChanges, events: events ?? [], submittedFor, gone };
  return (
    <LeadDeskContext value={desk}>
      <div className={classes.body} data-note={lead ? undefined : 'later'}>
        {isMissing && <GoneNotice onClose={onClose} />}
        {lead && isDeleted && <DeletedNotice lead={lead} events={events ?? []} isNews={gone} />}
        <LeadHead known={known} lead={lead} readOnly={readOnly} gone={gone} level={level} />
        {changes && <ChangedMeanwhile changes={changes} onClose={() => setChanges(undefined)} />}
        <LeadFacts known={known} lead={lead} readOnly={readOnly} />
        <LeadTimeline
          // Together with the rest of the lead, so that nothing moves below what has come.
          events={lead && events}
          total={timeline.data?.total ?? 0}
          failed={timeline.isError}
          busy={timeline.isFetching}
          sending={note.isPending ? note.variables : undefined}
          onRetry={() => timeline.refetch()}
          onOlder={() => setCount((now) => now + eventsAtOnce)}
        />
      </div>
      {lead && !readOnly && (
        <div className={classes.foot}>
          {hadUnread && events && <NewNote events={events} />}
          <NoteField note={note} />
        </div>
      )}
      <UnsavedDialog blocker={blocker} />
    </LeadDeskContext>
  );
}
