/**
 * Gives a field the focus as soon as it is there, for as long as what it comes with is on its way and
 * nobody has gone on to something else. Of several, the first, or one so many `past` it.
 */
export function focusOnceThere(field: string, onItsWay: string, past = () => 0): void {
  const before = document.activeElement;
  const observer = new MutationObserver(() => {
    const found = document.querySelectorAll<HTMLElement>(field);
    if (found.length === 0 && document.querySelector(onItsWay)) return;
    observer.disconnect();
    const wanted = found[Math.min(past(), found.length - 1)];
    const now = document.activeElement;
    if (now === before || now === document.body) wanted?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
