import { Button } from '@mantine/core';
import { useSession } from '#web/session/session.api.ts';
import { displayText } from '#web/ui/format.ts';
import classes from './EditableValue.module.css';
import { useLeadDesk } from './lead-desk.ts';
import type { LeadFact } from './lead-facts.ts';
import { leadPanelText, nameOf } from './lead-panel-text.ts';

/** Somebody else has written another value while this one was typed: both are shown, and one is chosen. */
export function Conflict({
  id,
  fact,
  theirs,
  onKeepTheirs,
  onSaveMine,
}: {
  id: string;
  fact: LeadFact;
  theirs: string | null;
  onKeepTheirs: () => void;
  onSaveMine: () => void;
}) {
  const { events } = useLeadDesk();
  const { user } = useSession();
  const change = events.findLast(
    (event) => event.kind === 'corrected' && changesFact(event.changes, fact),
  );
  const name = nameOf(change?.by ?? null, user?.id) ?? leadPanelText.somebody;
  return (
    <div id={id} role="alert" className={classes.conflict}>
      <p>
        <bdi>{name}</bdi> changed this meanwhile to{' '}
        <strong dir="auto" className={classes.theirs}>
          {displayText(theirs)}
        </strong>
      </p>
      <div className={classes.choice}>
        <Button variant="default" size="compact-sm" h={32} onClick={onKeepTheirs}>
          {leadPanelText.keepTheirs}
        </Button>
        <Button size="compact-sm" h={32} onClick={onSaveMine}>
          {leadPanelText.saveMine}
        </Button>
      </div>
    </div>
  );
}

function changesFact(changes: Record<string, unknown>, { name }: LeadFact): boolean {
  return name in changes || (name.startsWith('custom ') && 'custom_fields' in changes);
}
