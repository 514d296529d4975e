// @vitest-environment happy-dom
import { Modal } from '@mantine/core';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { LeadsPage } from '#web/leads/LeadsPage.tsx';
import { aLead } from '#web/leads/lead.fixture.ts';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { Layout } from './Layout.tsx';
import { shortcuts } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const showKeys = vi.fn();

function Screen({ dialog = false, search = true }: { dialog?: boolean; search?: boolean }) {
  useShortcuts(showKeys);
  return (
    <main>
      {search && <SearchBox label="Search" placeholder="" value="acme" onSearch={() => {}} />}
      <textarea aria-label="Notes" />
      <select aria-label="Status" />
      <div contentEditable suppressContentEditableWarning>
        Text
      </div>
      <button type="button" aria-expanded="true">
        Open list
      </button>
      <button type="button">Button</button>
      <Modal opened={dialog} onClose={() => {}} title="A dialog">
        <button type="button">In the dialog</button>
      </Modal>
    </main>
  );
}

/** After `c` what is typed waits for the form, which these tests do not open. */
const stopKeepingTyped = () => fireEvent.pointerDown(document.body);
afterEach(() => void stopKeepingTyped());

/** Says what a key did: where the user is, what has the focus, whether the keys were listed. */
function press(key: string, options: { on?: Element; with?: object; screen?: object } = {}) {
  showKeys.mockClear();
  cleanup();
  stopKeepingTyped();
  const { address } = renderScreen(<Screen {...options.screen} />, { at: '/live' });
  const before = document.activeElement;
  const left = fireEvent.keyDown(options.on ?? document.body, { key, ...options.with });
  const search = screen.queryByRole('textbox', { name: 'Search' });
  return {
    address: address(),
    searching: document.activeElement !== before && document.activeElement === search,
    listed: showKeys.mock.calls.length > 0,
    leftToTheBrowser: left,
  };
}
const nothing = { address: '/live', searching: false, listed: false, leftToTheBrowser: true };

test('c opens Add Lead, / goes to the search of the screen, ? lists the keys', () => {
  expect(press('c')).toEqual({ ...nothing, address: '/leads/add', leftToTheBrowser: false });
  expect(press('/')).toEqual({ ...nothing, searching: true, leftToTheBrowser: false });
  const { selectionStart, selectionEnd } = screen.getByRole<HTMLInputElement>('textbox', {
    name: 'Search',
  });
  expect([selectionStart, selectionEnd]).toEqual([0, 'acme'.length]);
  expect(press('?')).toEqual({ ...nothing, listed: true, leftToTheBrowser: false });
});

test('Keyboards on which / and ? need Shift, and a locked shift key, make no difference', () => {
  expect(press('/', { with: { shiftKey: true } }).searching).toBe(true);
  expect(press('?', { with: { shiftKey: true } }).listed).toBe(true);
  expect(press('C').address).toBe('/leads/add');
  expect(press('C', { with: { shiftKey: true } })).toEqual(nothing);
});

test('On a screen without a search / is left to the browser', () => {
  expect(press('/', { screen: { search: false } })).toEqual(nothing);
});

test('From the dashboard / goes to the search of the leads, and what is typed meanwhile with it', async () => {
  answerCalls({ 'GET /api/leads': { json: { leads: [], total: 0 } } });
  const { user, address } = renderScreen(<DashboardOrLeads />, { at: '/dashboard', path: '*' });
  await user.keyboard('/acme');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search leads' });
  expect(address()).toBe('/leads');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('acme');
});

function DashboardOrLeads() {
  useShortcuts(showKeys);
  return <main>{useLocation().pathname === '/leads' && <LeadsPage />}</main>;
}

describe('b, with leads selected,', () => {
  async function selectOne() {
    answerCalls({
      'GET /api/leads': {
        json: { leads: [aLead(), aLead({ id: '2', company_name: 'Beta' })], total: 2 },
      },
    });
    const { user } = renderScreen(<LeadsWithKeys />, { at: '/leads' });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Acme Ltd' }));
    return { user, bar: within(await screen.findByRole('region', { name: 'Selected leads' })) };
  }

  test('goes to the first button of their bar that can be seen', async () => {
    const { user, bar } = await selectOne();
    // As the style sheet does where there is a table.
    bar.getByRole('button', { name: 'Select the whole page' }).style.display = 'none';
    await user.keyboard('b');
    expect(document.activeElement).toBe(bar.getByRole('button', { name: 'Export' }));
  });

  test('goes past what would select more than the page', async () => {
    answerCalls({ 'GET /api/leads': { json: { leads: [aLead()], total: 259 } } });
    const { user } = renderScreen(<LeadsWithKeys />, { at: '/leads' });
    await screen.findByText('Acme Ltd');
    await user.click(
      await screen.findByRole('checkbox', { name: 'Select all leads on this page' }),
    );
    await screen.findByRole('button', { name: 'Select all 259 that match' });
    await user.keyboard('b');
    const bar = within(screen.getByRole('region', { name: 'Selected leads' }));
    expect(document.activeElement).toBe(bar.getByRole('button', { name: 'Export' }));
  });

  test('goes to a bar that is still on its way once it is there', async () => {
    const main = document.body.appendChild(document.createElement('main'));
    main.innerHTML = '<span data-bar="later"></span>';
    renderScreen(<LeadsWithKeys />, { at: '/elsewhere' });
    expect(fireEvent.keyDown(document.body, { key: 'b' })).toBe(false);
    main.innerHTML = '<div data-bar-actions><button>Export</button></div>';
    await waitFor(() => expect(document.activeElement).toBe(main.querySelector('button')));
    main.remove();
  });

  test('is left to the browser where no button of the bar takes the focus', async () => {
    const { bar } = await selectOne();
    for (const button of bar.getAllByRole('button')) button.style.display = 'none';
    expect(fireEvent.keyDown(document.body, { key: 'b' })).toBe(true);
  });
});

function LeadsWithKeys() {
  useShortcuts(showKeys);
  return (
    <main>
      <LeadsPage />
    </main>
  );
}

const keys = shortcuts.map(({ key }) => key);

test.each(['ctrlKey', 'metaKey', 'altKey', 'repeat', 'isComposing'])(
  'With %s no key does anything',
  (held) => {
    for (const key of keys) expect(press(key, { with: { [held]: true } })).toEqual(nothing);
  },
);

test.each([
  ['the search', () => screen.getByRole('textbox', { name: 'Search' })],
  ['a text area', () => screen.getByRole('textbox', { name: 'Notes' })],
  ['a list of choices', () => screen.getByRole('combobox', { name: 'Status' })],
  ['editable text', () => screen.getByText('Text')],
  ['a list that is open', () => screen.getByRole('button', { name: 'Open list' })],
])('In %s every key is what is typed', (_, field) => {
  for (const key of keys) {
    showKeys.mockClear();
    const { address, unmount } = renderScreen(<Screen />, { at: '/live' });
    expect(fireEvent.keyDown(field(), { key })).toBe(true);
    expect(address()).toBe('/live');
    expect(showKeys).not.toHaveBeenCalled();
    unmount();
  }
});

test('On a checkbox, into which nothing is typed, the keys do what they do', () => {
  const { address } = renderScreen(<CheckboxScreen />, { at: '/live' });
  fireEvent.keyDown(screen.getByRole('checkbox'), { key: 'c' });
  expect(address()).toBe('/leads/add');
});

function CheckboxScreen() {
  useShortcuts(showKeys);
  return <input type="checkbox" />;
}

test('While a dialog is open no key does anything', () => {
  for (const key of keys) expect(press(key, { screen: { dialog: true } })).toEqual(nothing);
});

/** A dialog fades for a moment after Escape: it is closed, and still there. */
function FadingScreen({ faded }: { faded: boolean }) {
  useShortcuts(showKeys);
  const { pathname } = useLocation();
  return (
    <main>
      {pathname === '/leads/add' && (
        <input aria-label="Company Name" ref={(field) => field?.focus()} />
      )}
      <SearchBox label="Search" placeholder="" value="acme" onSearch={() => {}} />
      {!faded && (
        <div role="dialog" aria-label="Fading">
          <button type="button">In it</button>
          <input aria-label="Written in it" />
        </div>
      )}
    </main>
  );
}

function renderFading() {
  let fade = () => {};
  function Fading() {
    const [faded, setFaded] = useState(false);
    fade = () => act(() => setFaded(true));
    return <FadingScreen faded={faded} />;
  }
  return { ...renderScreen(<Fading />, { at: '/live', path: '*' }), fade: () => fade() };
}

test.each(['In it', 'Written in it'])(
  'c right after Escape, with the focus still on “%s” of the dialog that fades, opens Add Lead',
  async (name) => {
    const { user, address, fade } = renderFading();
    const dialog = within(screen.getByRole('dialog'));
    act(() => (dialog.queryByText(name) ?? dialog.getByLabelText(name)).focus());
    await user.keyboard('{Escape}c');
    expect(address()).toBe('/live');
    fade();
    await waitFor(() => expect(address()).toBe('/leads/add'));
  },
);

test('What is typed after it meanwhile begins the form', async () => {
  const { user, fade } = renderFading();
  act(() => screen.getByRole('button', { name: 'In it' }).focus());
  await user.keyboard('{Escape}cAcme');
  fade();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Company Name' });
  await waitFor(() => expect(field.value).toBe('Acme'));
});

test('/ right after Escape goes to the search, and what is typed before and after replaces what stood there', async () => {
  const { user, fade } = renderFading();
  act(() => screen.getByRole('button', { name: 'In it' }).focus());
  await user.keyboard('{Escape}/qu');
  fade();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('ick');
  expect(field.value).toBe('quick');
});

test('c in a dialog that is closed later by something else does nothing', async () => {
  const { user, address, fade } = renderFading();
  act(() => screen.getByRole('button', { name: 'In it' }).focus());
  await user.keyboard('{Escape}{Tab}c');
  // Whoever watches for the end of the dialog has heard of it before this one does.
  const isGone = new Promise((resolve) => {
    new MutationObserver(resolve).observe(document.body, { childList: true, subtree: true });
  });
  fade();
  await isGone;
  expect(address()).toBe('/live');
});

test('Escape right after ? takes back the list of keys, also while it is on its way', async () => {
  answerCalls({});
  const { user } = renderScreen(<Layout />, { at: '/dashboard' });
  await user.keyboard('?{Escape}');
  await act(() => import('./ShortcutsDialog.tsx'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('A key that something on the screen has used does nothing else', () => {
  const { address } = renderScreen(<Screen />, { at: '/live' });
  const button = screen.getByRole('button', { name: 'Button' });
  button.addEventListener('keydown', (event) => event.preventDefault());
  fireEvent.keyDown(button, { key: 'c' });
  expect(address()).toBe('/live');
});

test('The dialog lists every key, opens by key and from the menu, and turns the keys off', async () => {
  answerCalls({});
  const { user, address } = renderScreen(<Layout />, { at: '/dashboard' });
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const terms = within(dialog).getAllByRole('term');
  expect(terms.map(({ textContent }) => textContent)).toEqual([
    ...keys,
    'Ctrl+Z or ⌘Z',
    '↓',
    'Esc',
    '↑ or ↓',
    'Ctrl+Enter or ⌘Enter',
  ]);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Use these keys' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('?c');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/dashboard');

  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Use these keys' }));
  await user.keyboard('{Escape}c');
  expect(address()).toBe('/leads/add');
});
