/** What a press is of. Whatever stands in one of these may be drawn anew between two presses. */
const pressable = 'a, button, label, [role="option"]';

/** Longer than any system waits for the second click of a double click. */
const seriesMilliseconds = 1_000;

type Press = { on: Element; list: Element | null; at: number };

/**
 * The second click of a double click is meant for what the first was on. Where that has closed, as a
 * dialog or a toast does, it would press what stood below: there it does nothing.
 */
export function dropStrayClicks(): () => void {
  let last: Press | undefined;
  const onClick = (event: MouseEvent) => {
    // Keys and programs press with a count of none.
    if (event.detail === 0) return;
    const on = pressedAt(event.target as Element);
    const press = { on, list: on.closest('ul, ol'), at: event.timeStamp };
    if (event.detail > 1 && last && isStray(press, last)) {
      event.preventDefault();
      event.stopPropagation();
    } else last = press;
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

function isStray({ on, at }: Press, before: Press): boolean {
  // By when it was pressed: a busy page hears of it later. A press of what is turned off counts, but is
  // no click: what was clicked before is of no series.
  if (at - before.at > seriesMilliseconds) return false;
  return !isStillAt(before.on, on) && !isNextOfList(before, on);
}

/** A label and its field are one: a click on the label clicks the field as well. */
function pressedAt(target: Element): Element {
  const found = target.closest(pressable) ?? target;
  return (found instanceof HTMLLabelElement && found.control) || found;
}

function isStillAt(first: Element, pressed: Element): boolean {
  return first.contains(pressed) || pressed.contains(first);
}

/** Of a list out of which somebody takes one after the other: the next has come up to the same place. */
function isNextOfList({ on: first, list }: Press, pressed: Element): boolean {
  if (first.isConnected || !list?.isConnected) return false;
  return list.contains(pressed) && first.className === pressed.className;
}
