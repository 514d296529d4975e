// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { KeptRoom } from './KeptRoom.tsx';

const room = () => screen.getByTestId('around').firstElementChild as HTMLElement;

function draw(waiting: boolean, words?: string) {
  return render(
    <div data-testid="around">
      <KeptRoom name="stuck" waiting={waiting}>
        {words && <p>{words}</p>}
      </KeptRoom>
    </div>,
  );
}

/** Shows it once, so high, and goes. */
function showOnce(height: number, words?: string) {
  const drawn = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height);
  draw(false, words).unmount();
  drawn.mockRestore();
}

test('What is waited for has the room that it took the last time', () => {
  showOnce(240, 'Five leads');
  draw(true, 'In outline');
  expect(room().style.height).toBe('240px');
});

test('What is here has the room that it needs', () => {
  showOnce(240, 'Five leads');
  draw(false, 'Two leads');
  expect(room().style.height).toBe('');
});

test('At another width of the window nothing is known of its height', () => {
  showOnce(240, 'Five leads');
  vi.stubGlobal('innerWidth', innerWidth + 1);
  draw(true, 'In outline');
  expect(room().style.height).toBe('');
  expect(screen.getByText('In outline')).toBeDefined();
});

test('Of a window that is made wider while something is waited for, nothing is known any longer', () => {
  showOnce(240, 'Five leads');
  draw(true, 'In outline');
  vi.stubGlobal('innerWidth', innerWidth + 1);
  act(() => void dispatchEvent(new Event('resize')));
  expect(room().style.height).toBe('');
});

test('Where nothing came the last time, nothing stands in its place', () => {
  showOnce(0);
  draw(true, 'In outline');
  expect(screen.queryByText('In outline')).toBeNull();
});

test('A height that cannot be read is as none', () => {
  localStorage.setItem('room:stuck', 'no JSON');
  draw(true, 'In outline');
  expect(screen.getByText('In outline')).toBeDefined();
});
