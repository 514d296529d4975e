import { IconArrowDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { LeadEvent } from '#contract/events.ts';
import { useSession } from '#web/session/session.api.ts';
import { leadPanelText } from './lead-panel-text.ts';
import classes from './NewNote.module.css';

/** Leads to the newest note of somebody else while that is out of sight. */
export function NewNote({ events }: { events: LeadEvent[] }) {
  const { user } = useSession();
  const newest = events.findLast(({ kind, by }) => kind === 'note' && by?.id !== user?.id);
  const seen = useSeen(newest?.id);
  if (!newest || seen) return null;
  const scroll = () => noteOf(newest.id)?.scrollIntoView({ block: 'center' });
  return (
    <button type="button" className={`plain-button ${classes.jump}`} onClick={scroll}>
      <IconArrowDown size={14} aria-hidden="true" />
      {leadPanelText.newNote}
    </button>
  );
}

function noteOf(id: string): HTMLElement | null {
  return document.getElementById(`event-${id}`);
}

function useSeen(id: string | undefined): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const note = id && noteOf(id);
    if (!note) return;
    setSeen(false);
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(note);
    return () => observer.disconnect();
  }, [id]);
  return seen;
}
