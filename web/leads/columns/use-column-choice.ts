import { useState } from 'react';
import { useSession } from '#web/session/session.api.ts';
import { type ColumnChoice, readChoice } from './column-choice.ts';

/** Which columns of the list show: kept in this browser, for each of its users. */
export function useColumnChoice() {
  const { user } = useSession();
  const name = `lead-columns:${user?.id}`;
  const [choice, setChoice] = useState(() => readChoice(localStorage.getItem(name)));
  const keep = (next: ColumnChoice) => {
    setChoice(next);
    if (next.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(next));
  };
  return { choice, keep };
}
