/** What a press is of: what stands in it may be drawn anew by that. */
const pressable = 'a, button, label, [role="option"]';

/**
 * The second click of a double click is meant for what the first was on. Where that has closed, as a
 * dialog or a toast does, it would press what stood below: there it does nothing.
 */
export function dropStrayClicks(): () => void {
  let first: Element | undefined;
  const onClick = (event: MouseEvent) => {
    const pressed = pressedAt(event.target as Element);
    // Keys and programs press with a count of none.
    if (event.detail === 1) first = pressed;
    if (event.detail < 2 || !first || isStillAt(first, pressed)) return;
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
  return first.isConnected && (first.contains(pressed) || pressed.contains(first));
}
