import { countArrows } from '#web/lib/count-arrows.ts';
import { focusOnceThere } from '#web/lib/focus-once-there.ts';
import { isTypedInto } from '#web/lib/is-typed-into.ts';

/** What a key needs in order to do what it does. */
type ShortcutTools = {
  goToForm: (path: string) => void;
  /** Where the reader is leaving this screen: does it all once the next one is there; false otherwise. */
  onNextScreen: () => boolean;
  /** Goes to the search of the leads from a screen that shows some of them; false elsewhere. */
  searchLeads: () => boolean;
  /** What is typed from now on is for the field that takes the focus next. */
  keepTyped: () => void;
  showKeys: () => void;
};

export type Shortcut = {
  key: string;
  does: string;
  /** What is typed next is meant for the field that it leads to. */
  leadsToField?: true;
  /** False where there is nothing to do on this screen: the key is then left to the browser. */
  run: (tools: ShortcutTools) => boolean;
};

/** What the keys do and what the dialog lists, once for both. */
export const shortcuts: Shortcut[] = [
  {
    key: 'c',
    does: 'Add a lead',
    leadsToField: true,
    run: ({ goToForm }) => {
      goToForm('/leads/add');
      return true;
    },
  },
  {
    key: '/',
    does: 'Search the list on this screen, or the leads from the dashboard',
    leadsToField: true,
    run: ({ onNextScreen, searchLeads }) => onNextScreen() || focusSearch() || searchLeads(),
  },
  {
    key: 'j',
    does: 'Open the next lead or company of the list, or the first',
    run: () => stepTo('next'),
  },
  {
    key: 'k',
    does: 'Open the previous lead or company of the list',
    run: () => stepTo('previous'),
  },
  {
    key: 'n',
    does: 'Write a note on the lead that is open',
    leadsToField: true,
    run: ({ keepTyped }) => focusNote(keepTyped),
  },
  {
    key: 'e',
    does: 'Go to the values of the lead that is open, to correct one',
    run: focusValues,
  },
  { key: 'b', does: 'Go to what can be done with the selected leads', run: focusBar },
  {
    key: '?',
    does: 'Show these keys',
    run: ({ showKeys }) => {
      showKeys();
      return true;
    },
  },
];

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main search input');
  // Before the focus comes, and with it what was typed on the way.
  field?.select();
  field?.focus();
  return field !== null;
}

const noteField = '[data-record] textarea[data-note]';
const noteOnItsWay = '[data-record] [data-note="later"]';

/** A lead that is just being opened has no field yet: whoever types fast does not wait for it. */
function focusNote(keepTyped: () => void): boolean {
  const field = document.querySelector<HTMLElement>(noteField);
  field?.focus();
  if (field) return true;
  if (!document.querySelector(noteOnItsWay)) return false;
  keepTyped();
  focusOnceThere(noteField, noteOnItsWay);
  return true;
}

const values = '[data-record] dl [data-field]';

/** From the first of them the arrows lead to the others, and Enter begins to correct one. */
function focusValues(): boolean {
  const field = document.querySelector<HTMLElement>(values);
  field?.focus();
  if (field) return true;
  if (!document.querySelector(noteOnItsWay)) return false;
  focusOnceThere(values, noteOnItsWay, countArrows());
  return true;
}

const barButtons = 'main [data-bar-actions] button';
const barOnItsWay = 'main [data-bar="later"]';

/** To what can be done with the selected leads, not to what selects more of them. */
function focusBar(): boolean {
  const buttons = document.querySelectorAll<HTMLElement>(barButtons);
  if ([...buttons].some(takesFocus)) return true;
  if (!document.querySelector(barOnItsWay)) return false;
  focusOnceThere(barButtons, barOnItsWay);
  return true;
}

/** What is hidden at this width, or turned off while a change runs, does not. */
function takesFocus(button: HTMLElement): boolean {
  if (getComputedStyle(button).display !== 'none') button.focus();
  return document.activeElement === button;
}

const rowLinks = ['leads', 'companies'].map((noun) => `main tbody a[href^="/${noun}/"]`);

/** From the lead or company that is open over its list; where none is, the next is the first. */
function stepTo(step: 'next' | 'previous'): boolean {
  const button = document.querySelector<HTMLElement>(`[data-record-step="${step}"]`);
  const first = document.querySelector<HTMLElement>(rowLinks.join(', '));
  const pressed = button ?? (step === 'next' ? first : null);
  pressed?.click();
  return pressed !== null;
}

const preferenceName = 'single-key-shortcuts';

/** Whoever speaks to the browser, or types by accident, can turn them off (WCAG 2.1.4). */
export const shortcutPreference = {
  get on(): boolean {
    return localStorage.getItem(preferenceName) !== 'off';
  },
  set on(value: boolean) {
    if (value) localStorage.removeItem(preferenceName);
    else localStorage.setItem(preferenceName, 'off');
  },
};

type Press = Pick<
  KeyboardEvent,
  | 'key'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'repeat'
  | 'isComposing'
  | 'defaultPrevented'
  | 'target'
>;

/** The shortcut that was meant, if one was: not while typing, in a dialog, or with a further key. */
export function shortcutOf(press: Press): Shortcut | undefined {
  return isSomethingOpen() || isTaken(press.target) ? undefined : shortcutNamed(press);
}

/** The shortcut that is meant for the screen, once the dialog over it that Escape closes has gone. */
export function shortcutAfterDialog(press: Press): Shortcut | undefined {
  return isSomethingOpen() ? shortcutNamed(press) : undefined;
}

function shortcutNamed(press: Press): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  if (press.repeat || press.isComposing || press.defaultPrevented) return undefined;
  if (!shortcutPreference.on) return undefined;
  // `/` and `?` need Shift on some keyboards, letters are pressed without.
  const key = press.shiftKey ? press.key : press.key.toLowerCase();
  return shortcuts.find((shortcut) => shortcut.key === key);
}

/** A list that is open, or on its way, takes letters too. */
const takesLetters = '[role="menu"], [role="listbox"], [role="combobox"], [aria-expanded="true"]';
const opened = '[role="dialog"], [role="alertdialog"]';

export function isSomethingOpen(): boolean {
  return document.querySelector(opened) !== null;
}

function isTaken(target: EventTarget | null): boolean {
  if (isTypedInto(target)) return true;
  return target instanceof Element && target.closest(takesLetters) !== null;
}
