// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareAmongTabs } from './one-of-all-tabs.ts';

type Channel = { name: string; onmessage?: (event: { data: unknown }) => void };
let channels: Set<Channel>;

/** As browsers do it: a message reaches all others of that name. */
class FakeChannel implements Channel {
  onmessage?: (event: { data: unknown }) => void;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    channels.add(this);
  }
  postMessage(data: unknown) {
    for (const one of channels) {
      if (one !== this && one.name === this.name) one.onmessage?.({ data });
    }
  }
  close() {
    channels.delete(this);
  }
}

/** One at a time holds a lock; the others wait until its work is over, or they leave. */
function fakeLocks() {
  const lines = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<void> | undefined,
  ) => {
    const before = lines.get(name) ?? Promise.resolve();
    const mine = before.then(async () => {
      if (signal.aborted) throw new DOMException('left', 'AbortError');
      await work();
    });
    lines.set(
      name,
      mine.catch(() => undefined),
    );
    await mine;
  };
  return { request };
}

beforeEach(() => {
  channels = new Set();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
});

function openTab(name = 'changes') {
  const tab = {
    heard: [] as string[],
    isLeading: false,
    say: (_: string) => {},
    leave: () => {},
  };
  tab.leave = shareAmongTabs<string>({
    name,
    hear: (message) => tab.heard.push(message),
    lead: (say, signal) => {
      tab.isLeading = true;
      tab.say = say;
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          tab.isLeading = false;
          resolve();
        }),
      );
    },
  });
  return tab;
}

const leading = (...tabs: { isLeading: boolean }[]) => tabs.map(({ isLeading }) => isLeading);

test('One tab leads, and all hear what it says', async () => {
  const tabs = [openTab(), openTab(), openTab()];
  await vi.waitFor(() => expect(leading(...tabs)).toEqual([true, false, false]));
  tabs[0]?.say('leads');
  expect(tabs.map(({ heard }) => heard)).toEqual([['leads'], ['leads'], ['leads']]);
});

test('When the tab that leads goes, the next takes over', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await vi.waitFor(() => expect(first.isLeading).toBe(true));
  // One that leaves while it waits is passed over.
  second.leave();
  first.leave();
  await vi.waitFor(() => expect(leading(first, second, third)).toEqual([false, false, true]));
  third.say('leads');
  expect([first.heard, second.heard, third.heard]).toEqual([[], [], ['leads']]);
});

test('Another user of the browser has a stream of their own', async () => {
  const [one, other] = [openTab('changes for one'), openTab('changes for other')];
  await vi.waitFor(() => expect(leading(one, other)).toEqual([true, true]));
  one.say('leads');
  expect([one.heard, other.heard]).toEqual([['leads'], []]);
});

test('A tab that has left says nothing any more', async () => {
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => expect(first.isLeading).toBe(true));
  first.leave();
  first.say('late');
  expect([first.heard, second.heard]).toEqual([[], []]);
});

test.each(['locks', 'channels'])('A browser without %s does without', async (missing) => {
  if (missing === 'locks') Reflect.deleteProperty(navigator, 'locks');
  else vi.stubGlobal('BroadcastChannel', undefined);
  const tab = openTab();
  await Promise.resolve();
  expect(tab.isLeading).toBe(false);
  tab.leave();
});
