/**
 * Gives a field the focus as soon as it is there, for as long as what it comes with is on its way and
 * nobody has gone on to something else.
 */
export function focusOnceThere(field: string, onItsWay: string): void {
  const before = document.activeElement;
  const observer = new MutationObserver(() => {
    const found = document.querySelector<HTMLElement>(field);
    if (!found && document.querySelector(onItsWay)) return;
    observer.disconnect();
    const now = document.activeElement;
    if (now === before || now === document.body) found?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
