import { useEffect, useState } from 'react';
import type { LeadDetails } from '#contract/leads.ts';
import { useMarkNotesRead } from '../notes.api.ts';

/**
 * Marks the notes of a lead as read once they stand on a screen that somebody sees. Says whether there
 * were unread ones since it was opened.
 */
export function useMarkRead(lead: LeadDetails | undefined, shown: boolean): boolean {
  const { mutate } = useMarkNotesRead(lead?.id ?? '');
  const visible = useTabVisible();
  const [hadUnread, setHadUnread] = useState(false);
  const isUnread = lead?.unread === true;
  if (isUnread && !hadUnread) setHadUnread(true);
  useEffect(() => {
    if (isUnread && shown && visible) mutate();
  }, [isUnread, shown, visible, mutate]);
  return hadUnread;
}

function useTabVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}
