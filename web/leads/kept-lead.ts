import { emptyForm, formFields } from './lead-form.ts';

/** A lead as it stands in the form. */
export type LeadInput = typeof emptyForm;

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
  keep(userId: string, input: LeadInput): void {
    sessionStorage.setItem(storageName, JSON.stringify({ userId, input }));
    notifyListeners();
  },
  forget(): void {
    sessionStorage.removeItem(storageName);
    notifyListeners();
  },
  of(userId: string): LeadInput | undefined {
    const { userId: writer, input } = readStored();
    return writer === userId ? inputIn(input) : undefined;
  },
  isThereFor(userId: string): boolean {
    return keptLead.of(userId) !== undefined;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function readStored(): { userId?: unknown; input?: unknown } {
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
