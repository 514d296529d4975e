// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { keptLead } from './kept-lead.ts';
import { emptyForm } from './lead-form.ts';

afterEach(() => sessionStorage.clear());

test('Whoever listens hears of what is kept and forgotten, until they listen no more', () => {
  const listener = vi.fn();
  const stopListening = keptLead.subscribe(listener);
  keptLead.keep('1', { input: emptyForm, partner: '' });
  keptLead.forget();
  expect(listener).toHaveBeenCalledTimes(2);
  stopListening();
  keptLead.keep('1', { input: emptyForm, partner: '' });
  expect(listener).toHaveBeenCalledTimes(2);
});
