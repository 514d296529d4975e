import { isTypedInto } from './is-typed-into.ts';

const longestMilliseconds = 10_000;

export type KeptTyped = {
  forget: () => void;
  /** False once somebody has gone on to something else, or a field has it. */
  readonly isKept: boolean;
};

/**
 * Keeps what is typed while a form is on its way, and puts it into the field that takes the focus, and
 * what follows a Tab into the next: whoever types fast does not wait for a screen. Any other key or a
 * click ends it; so does the caller.
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
    enter(target, typed.split('\t'));
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
function withKey(text: string, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (modifiers.includes(key)) return text;
  if (ctrlKey || metaKey || altKey) return undefined;
  // In the field that a Tab has led to, it takes nothing back from the one before.
  if (key === 'Backspace') return text.replace(/[^\t]$/, '');
  // By themselves they send, press or leave something; after a text they belong to that.
  if (key === 'Enter' && text) return `${text}\n`;
  if (key === 'Tab' && text && !shiftKey) return `${text}\t`;
  return key.length === 1 ? text + key : undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(target: EventTarget | null): target is Field {
  const hasText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return hasText && isTypedInto(target);
}

/** The first text into this field, each other into the next, as the Tab between them leads there. */
function enter(field: Field, [text, ...others]: string[]): void {
  if (text) write(field, text);
  // Once React has drawn the text: what comes next may depend on it.
  if (others.length > 0) queueMicrotask(() => goOn(field, others));
}

function goOn(field: Field, texts: string[]): void {
  if (document.activeElement !== field) return;
  const next = focusNext(field);
  // Anything else would take letters for shortcuts, or be pressed: that it has the focus is enough.
  if (!isField(next)) return;
  if (next instanceof HTMLInputElement) next.select();
  enter(next, texts);
}

const stops = 'a[href], button, input, select, textarea, [tabindex]';

/** What is turned off or hidden does not take the focus. */
function focusNext(field: Field): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(stops)];
  const takesFocus = (stop: HTMLElement) => {
    if (stop.tabIndex >= 0) stop.focus();
    return document.activeElement === stop;
  };
  return all.slice(all.indexOf(field) + 1).find(takesFocus) ?? null;
}

function write(field: Field, text: string): void {
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
