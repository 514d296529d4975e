/** For the end of a dialog: what opened it may be gone, and the focus with it. */
export function focusIfLost(target: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.closest('[role="dialog"]')) {
    target?.focus();
  }
}
