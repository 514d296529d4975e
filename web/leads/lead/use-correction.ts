import { useEffect, useState } from 'react';
import type { LeadDetails } from '#contract/leads.ts';
import { serverFields, serverText } from '#web/lib/api-error.ts';
import { leadNow, useCorrectLead } from './lead.api.ts';
import { useLeadDesk } from './lead-desk.ts';
import { differences, faultOf, type LeadFact } from './lead-facts.ts';
import { leadPanelText } from './lead-panel-text.ts';

/** What is being typed, over the value that stood there when it was begun. */
type Draft = { text: string; over: string | null; error?: string | undefined; saving?: boolean };

const mostTries = 3;

/**
 * One value being corrected. Nothing that somebody else has written meanwhile is overwritten unseen:
 * where it is this very value, `theirs` is set until the user has chosen.
 */
export function useCorrection(lead: LeadDetails, fact: LeadFact) {
  const [draft, setDraft] = useState<Draft>();
  const { mutateAsync } = useCorrectLead();
  const desk = useLeadDesk();
  const { gone } = desk;
  // What was refused because the lead had gone is no longer so once it is back.
  useEffect(() => {
    if (!gone) setDraft((now) => now && { ...now, error: undefined });
  }, [gone]);
  const present = fact.read(lead);
  const theirs = draft && !draft.saving && present !== draft.over ? { value: present } : undefined;
  const isChanged = draft !== undefined && draft.text.trim() !== (draft.over ?? '');

  const open = () => setDraft({ text: present ?? '', over: present });
  const close = () => setDraft(undefined);
  const type = (text: string) => setDraft((now) => now && { ...now, text, error: undefined });
  const fail = (error: string) => setDraft((now) => now && { ...now, error, saving: false });

  /** Whether it has been stored. */
  async function send(text: string): Promise<boolean> {
    const over = fact.read(lead);
    setDraft({ text, over, saving: true });
    try {
      const read = await storeOver(lead, fact, text, mutateAsync);
      const others = differences(lead, read);
      if (others.length > 0) desk.tellChanges(others);
      close();
      return true;
    } catch (error) {
      const now = leadNow(error);
      // What both have changed is shown beside it; anything else is said.
      const isChosen = now !== undefined && fact.read(now) !== over;
      setDraft({ text, over, error: isChosen ? undefined : messageOf(error, fact) });
      return false;
    }
  }

  async function save(): Promise<boolean> {
    if (!draft || draft.saving || theirs || gone) return false;
    if (!isChanged) {
      close();
      return true;
    }
    const fault = faultOf(fact.change(lead, draft.text));
    if (fault) fail(fault);
    return fault ? false : send(draft.text);
  }

  return {
    draft,
    theirs,
    isChanged,
    open,
    close,
    type,
    save,
    /** Over what somebody else has written, now that it was seen. */
    saveMine: async (): Promise<boolean> => {
      const fault = draft && faultOf(fact.change(lead, draft.text));
      if (fault) fail(fault);
      return draft && !fault ? send(draft.text) : false;
    },
  };
}

function messageOf(error: unknown, { name }: LeadFact): string {
  return serverFields(error)[name] ?? serverText(error) ?? leadPanelText.notSaved;
}

/** Gives back the lead that the correction was made to: others may have changed the rest of it. */
async function storeOver(
  lead: LeadDetails,
  fact: LeadFact,
  text: string,
  store: ReturnType<typeof useCorrectLead>['mutateAsync'],
): Promise<LeadDetails> {
  const over = fact.read(lead);
  let read = lead;
  for (let tries = 1; ; tries++) {
    try {
      await store({ lead: read, change: fact.change(read, text) });
      return read;
    } catch (error) {
      const now = leadNow(error);
      // Of the others' changes none is lost: what is sent again is this one value.
      if (!now || fact.read(now) !== over || tries === mostTries) throw error;
      read = now;
    }
  }
}
