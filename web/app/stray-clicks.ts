/** What a press is of. Whatever stands in one of these may be drawn anew between two presses. */
const pressable = 'a, button, label, [role="option"]';

/** Longer than any system waits for the second click of a double click. */
const seriesMilliseconds = 1_000;

/**
 * The second click of a double click is meant for what the first was on. Where that has closed, as a
 * dialog or a toast does, it would press what stood below: there it does nothing.
 */
export function dropStrayClicks(): () => void {
  let first: Element | undefined;
  let lastAt = 0;
  const onClick = (event: MouseEvent) => {
    // Keys and programs press with a count of none.
    if (event.detail === 0) return;
    const pressed = pressedAt(event.target as Element);
    // A press of what is turned off counts, but is no click: what was clicked before is of no series.
    if (event.detail === 1 || Date.now() - lastAt > seriesMilliseconds) first = pressed;
    lastAt = Date.now();
    if (!first || isStillAt(first, pressed)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/** A label and its field are one: a click on the label clicks the field as well. */
function pressedAt(target: Element): Element {
  const found = target.closest(pressable) ?? target;
  return (found instanceof HTMLLabelElement && found.control) || found;
}

function isStillAt(first: Element, pressed: Element): boolean {
  return first.contains(pressed) || pressed.contains(first);
}
