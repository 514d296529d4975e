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

type ForWhom = { partner: string; choose: (partner: string) => void };

/**
 * What is typed, and for whom, outlives a session that ends elsewhere, and is here again once the same person has
 * signed in. It is gone once it was sent, left or given up.
 */
export function useKeptLead(form: LeadForm, forWhom: ForWhom) {
  // Whoever opened the form: by the time it has to be kept, nobody is signed in.
  const [userId] = useState(useSession().user?.id ?? '');
  const [isBack, setIsBack] = useState(false);
  const latest = useRef({ form, forWhom });
  latest.current = { form, forWhom };
  useEffect(() => {
    const kept = keptLead.of(userId);
    if (kept) {
      const { form, forWhom } = latest.current;
      form.setValues(kept.input);
      if (kept.partner !== forWhom.partner) forWhom.choose(kept.partner);
      setIsBack(true);
    }
    const stop = sessionStore.subscribe(() => {
      const { form, forWhom } = latest.current;
      if (sessionStore.over !== 'ended' || !form.isDirty()) return;
      keptLead.keep(userId, { input: form.values, partner: forWhom.partner });
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
    latest.current.form.setValues(emptyForm);
  };
  return { isBack, forget, startOver };
}
