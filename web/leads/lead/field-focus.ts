/** Of the values of a lead, in the order of the screen: this one, or the one before or after it. */
export function focusField(value: HTMLElement | null, step: -1 | 0 | 1): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-field]')];
  const own = all.findIndex((field) => value?.contains(field));
  const next = own < 0 ? undefined : all[own + step];
  (next ?? all[own])?.focus();
}
