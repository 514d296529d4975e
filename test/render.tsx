import { MantineProvider } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, getConfig, prettyDOM, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import * as React from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import type { User } from '#contract/accounts.ts';
import { newQueryClient } from '#web/app/query-client.ts';
import { theme } from '#web/app/theme.ts';
import { sessionStore } from '#web/lib/session-store.ts';
import { SessionContext } from '#web/session/session.api.ts';

const partner: User = {
  id: '1',
  name: 'Pat Partner',
  email: 'pat@partner.example',
  role: 'partner',
  company: 'Partner Ltd',
};
const admin: User = { ...partner, id: '2', name: 'Ada Admin', role: 'admin', company: null };

// A dialog's code is loaded when it is first opened, which takes a busy machine its time.
configure({ asyncUtilTimeout: 10_000, getElementError: elementError });

/**
 * What waits for an element has it as soon as that is drawn, and goes on once the effects have run too,
 * which is where the focus moves: on a busy machine they came after the test's next line.
 */
function waitForEffects(): void {
  const { asyncWrapper } = getConfig();
  // Tests put clocks of their own in its place.
  const inTurn = setImmediate;
  configure({
    asyncWrapper: (work) =>
      asyncWrapper(async () => {
        const outcome = await work();
        await new Promise<void>((resolve) => inTurn(resolve));
        return outcome;
      }),
  });
}
waitForEffects();

// A field that grows measures itself anew once fonts have loaded; this DOM has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** What a test has no answer for is asked of nobody: a portal that runs on this machine would hear it. */
function askNobody(): void {
  const fail = () => Promise.reject(new TypeError('Failed to fetch'));
  Object.assign(globalThis, { fetch: fail });
}
askNobody();

/**
 * React notes with every element where in the code it was made, until it has noted ten thousand
 * since the last drawing. Nobody reads these notes here, and taking them was a tenth of the tests'
 * work: it is told that it has them already. Where its internals are called otherwise it goes on.
 */
function noteNoPlaces(): void {
  const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const internals = (React as unknown as Record<string, object | undefined>)[name] ?? {};
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => undefined,
    configurable: true,
  });
}
noteNoPlaces();

/**
 * No stylesheet is loaded here, so that an element is shown or not as its own attributes say, and those
 * of its parents, of whom each is asked; none of ours has a `visibility` of its own, which children
 * would inherit. To look for rules all the same was a tenth of the tests' work.
 */
function computeNoStyles(): void {
  const hidden = document.createElement('div').style;
  hidden.display = 'none';
  const styleOf = (element: HTMLElement) =>
    element.hidden && element.style.display === '' ? hidden : element.style;
  Object.assign(globalThis, { getComputedStyle: styleOf });
  Object.assign(window, { getComputedStyle: styleOf });
}
computeNoStyles();

/**
 * The page is written out once somebody reads the message. What waits for an element fails many
 * times before it is there, and writing the page each time took an eighth of the tests' work.
 */
function elementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  let written: string | undefined;
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => {
      written ??= [message, prettyDOM(container) || ''].filter(Boolean).join('\n\n');
      return written;
    },
    set: (text: string) => {
      written = text;
    },
  });
  return error;
}

/** What a test has drawn, told and stored is gone. */
export function leavePage(): void {
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
  // One that has ended in a test would keep what fails in the next from being told.
  sessionStore.begin('access', 'refresh');
  localStorage.clear();
}

/**
 * A screen at an address, for a signed-in user, with the parts that surround it in the app.
 * Every other address shows nothing; `address()` says where the user is.
 */
export function renderScreen(
  screen: ReactNode,
  {
    at = '/',
    path,
    as = 'partner',
    called = {},
    ended = false,
    queries = newQueryClient(),
  }: {
    at?: string;
    path?: string;
    as?: 'partner' | 'admin';
    /** What the reader and their company are called. */
    called?: Partial<Pick<User, 'name' | 'company'>>;
    ended?: boolean;
    /** What was loaded before, for a second visit to a screen. */
    queries?: ReturnType<typeof newQueryClient>;
  } = {},
) {
  // Failures are only shown to whoever is signed in.
  sessionStore.begin('access', 'refresh');
  const router = createMemoryRouter(
    [
      { path: path ?? at.replace(/\?.*/, ''), element: screen },
      { path: '*', element: null },
    ],
    {
      initialEntries: [at],
    },
  );
  const session = {
    user: { ...(as === 'admin' ? admin : partner), ...called },
    loading: false,
    ended,
    enter: vi.fn(),
    signOut: vi.fn(),
  };
  const { unmount } = render(
    <SessionContext value={session}>
      <InApp queries={queries}>
        <RouterProvider router={router} />
      </InApp>
    </SessionContext>,
  );
  return {
    user: userEvent.setup({ delay: null }),
    session,
    unmount,
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

export function InApp({
  queries = newQueryClient(),
  children,
}: {
  queries?: ReturnType<typeof newQueryClient>;
  children: ReactNode;
}) {
  return (
    // `test`: nothing fades, so that what is closed is gone at once. Without style sheets, which this
    // DOM would work through again for every element whose role a test asks for.
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}

/** The toasts that were shown, oldest first, and for how many seconds each stays (spec §9). */
export function toasts() {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].map(({ title, message, autoClose }) => ({
    title,
    message,
    seconds: Number(autoClose) / 1000,
  }));
}
