import type { Question } from '../upload-state.ts';

/** Marks the element that a question is answered with; it must be able to take the focus. */
export function answers(question: Question) {
  return { 'data-answers': question };
}

/** Leads whoever is asked to where the answer is given. */
export function focusAnswer(region: HTMLElement | null, question: Question): void {
  region?.querySelector<HTMLElement>(`[data-answers="${question}"]`)?.focus();
}
