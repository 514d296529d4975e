const longestMilliseconds = 10_000;

export type KeptTyped = {
  forget: () => void;
  /** False once somebody has gone on to something else, or a field has it. */
  readonly isKept: boolean;
};

/**
 * Keeps what is typed while a form is on its way, and puts it into the field that takes the focus:
 * whoever types fast does not wait for a screen. Any other key or a click ends it; so does the caller.
 */
export function keepTyped(): KeptTyped {
  const began = Date.now();
  let typed = '';
  let isKept = true;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = withKey(typed, event);
    if (next === undefined || Date.now() - began > longestMilliseconds) return stop();
    typed = next;
    // Before anything else hears of it: what is meant for a field is no shortcut.
    event.stopPropagation();
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!isField(target)) return;
    stop();
    if (typed) enter(target, typed);
  };
  const stop = () => {
    isKept = false;
    document.removeEventListener('keydown', onKeyDown, true);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', stop, true);
  };
  document.addEventListener('keydown', onKeyDown, true);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', stop, true);
  return {
    forget: stop,
    get isKept() {
      return isKept;
    },
  };
}

const modifiers = ['Shift', 'CapsLock', 'AltGraph'];

/** The text with one more key, or undefined where the key is not for writing. */
function withKey(text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (modifiers.includes(key)) return text;
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return text.slice(0, -1);
  // By itself it sends or presses something; after a text it belongs to that.
  if (key === 'Enter' && text) return `${text}\n`;
  return key.length === 1 ? text + key : undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function enter(field: Field, text: string): void {
  const hasLines = field instanceof HTMLTextAreaElement;
  fill(field, hasLines ? text : text.replaceAll('\n', ''));
  // Once React has drawn the text that it is about.
  if (!hasLines && text.endsWith('\n')) queueMicrotask(() => pressEnter(field));
}

function pressEnter(field: Field): void {
  field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
}

/** As the browser does it: React hears of a change only past its own copy of the value. */
function fill(field: Field, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, isAllSelected(field) ? text : field.value + text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // Fields for emails and the like have no cursor that could be moved; it stands at the end by itself.
  if (field.selectionEnd !== null) field.setSelectionRange(field.value.length, field.value.length);
}

function isAllSelected({ value, selectionStart, selectionEnd }: Field): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
