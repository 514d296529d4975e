import { useEffect, useRef, useState } from 'react';
import { sessionStore } from '#web/lib/session-store.ts';
import { useSession } from '#web/session/session.api.ts';
import { keptLead, type LeadInput } from './kept-lead.ts';
import { emptyForm } from './lead-form.ts';

type LeadForm = {
  values: LeadInput;
  setValues: (values: LeadInput) => void;
  isDirty: () => boolean;
};

/**
 * What is typed outlives a session that ends elsewhere, and is here again once the same person has
 * signed in. It is gone once it was sent, left or given up.
 */
export function useKeptLead(form: LeadForm) {
  // Whoever opened the form: by the time it has to be kept, nobody is signed in.
  const [userId] = useState(useSession().user?.id ?? '');
  const [isBack, setIsBack] = useState(false);
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const kept = keptLead.of(userId);
    if (kept) {
      latest.current.setValues(kept);
      setIsBack(true);
    }
    const stop = sessionStore.subscribe(() => {
      const { values, isDirty } = latest.current;
      if (sessionStore.over === 'ended' && isDirty()) keptLead.keep(userId, values);
    });
    return () => {
      stop();
      if (sessionStore.over !== 'ended') keptLead.forget();
    };
  }, [userId]);
  const forget = () => {
    keptLead.forget();
    setIsBack(false);
  };
  const startOver = () => {
    forget();
    latest.current.setValues(emptyForm);
  };
  return { isBack, forget, startOver };
}
