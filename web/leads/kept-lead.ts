import { addressOf } from '#contract/protocol.ts';
import { emptyForm, formFields } from './lead-form.ts';

/** A lead as it stands in the form. */
export type LeadInput = typeof emptyForm;

/** What is kept: the lead, and for which partner an administrator writes it; empty for oneself. */
export type KeptLead = { input: LeadInput; partner: string };

/** The form's own address. */
export const formPath = '/leads/add';
const storageName = 'lead-being-added';
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/**
 * What was being written when a session ended without its user leaving it: kept in this tab, for the
 * same person only.
 */
export const keptLead = {
  keep(userId: string, kept: KeptLead): void {
    sessionStorage.setItem(storageName, JSON.stringify({ userId, ...kept }));
    notifyListeners();
  },
  forget(): void {
    sessionStorage.removeItem(storageName);
    notifyListeners();
  },
  /** Somebody has signed in: what another person has left behind is none of theirs. */
  forgetOthers(userId: string): void {
    const { userId: writer } = readStored();
    if (writer !== undefined && writer !== userId) keptLead.forget();
  },
  of(userId: string): KeptLead | undefined {
    const stored = readStored();
    const input = stored.userId === userId ? inputIn(stored.input) : undefined;
    return input && { input, partner: typeof stored.partner === 'string' ? stored.partner : '' };
  },
  /** Where it goes on; undefined where nothing is kept for this person. */
  addressFor(userId: string): string | undefined {
    const kept = keptLead.of(userId);
    return kept && addressOf({ path: formPath }, { query: { partner: kept.partner } });
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function readStored(): { userId?: unknown; input?: unknown; partner?: unknown } {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** The fields that there are today: another release may have written it. */
function inputIn(stored: unknown): LeadInput | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const texts = new Map<string, unknown>(Object.entries(stored));
  const entries = formFields.map(({ name }) => {
    const text = texts.get(name);
    return [name, typeof text === 'string' ? text : ''];
  });
  return { ...emptyForm, ...Object.fromEntries(entries) };
}
