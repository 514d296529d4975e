// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { heldAnswer } from '#test/fake-server.ts';
import { button, openWith, right, stored, uploadCall } from './upload-story.fixture.tsx';

let time = 0;
beforeEach(() => {
  time = 1_000;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => time);
  return () => now.mockRestore();
});

const cancelled =
  'Upload cancelled. If its leads were stored at the last moment, it appears under Earlier uploads.';
const told = (text: string) =>
  screen.getAllByText(text).map((element) => element.closest('output') !== null);

async function openUploading(part?: Parameters<typeof openWith>[2]) {
  const opened = await openWith({ json: right }, heldAnswer(stored).reply, part);
  await screen.findByText('File is ready to upload');
  await opened.user.click(button('Upload'));
  await screen.findByRole('progressbar');
  return opened;
}
const uploadEnded = () => waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());

test('An upload that is cancelled says so, to whoever listens too, and where leads that were stored are', async () => {
  const { user, address } = await openUploading();
  await user.click(button('Cancel'));
  await uploadEnded();
  expect(told(cancelled)).toEqual([true, false]);
  expect(screen.getByText('File is ready to upload')).toBeDefined();
  expect(address()).toBe('/leads/upload');
});

test('Where there were no earlier uploads, a cancelled one whose leads were stored brings them', async () => {
  let imports: object[] = [];
  const { user } = await openUploading({
    history: () => ({ json: { imports, total: imports.length } }),
  });
  const heading = { name: 'Earlier uploads' };
  expect(screen.queryByRole('heading', heading)).toBeNull();
  imports = [{ id: '9', file_name: 'last-moment.csv', created_at: '2026-11-15T10:42:00Z' }];
  await user.click(button('Cancel'));
  await screen.findByRole('heading', heading);
  expect(screen.getByText('last-moment.csv')).toBeDefined();
});

test('Upload that is cancelled while it waits for the check has stored nothing, and says so', async () => {
  const answer = heldAnswer({ json: right });
  const { user, callsTo } = await openWith(answer.reply);
  await user.click(button('Upload'));
  await screen.findByRole('progressbar');
  await user.click(button('Cancel'));
  expect(told('Upload cancelled. No leads were stored.')).toEqual([true, false]);
  answer.release();
  await screen.findByText('File is ready to upload');
  expect(callsTo(uploadCall)).toEqual([]);
});

test('That an upload was cancelled is not said of the next', async () => {
  const { user } = await openUploading();
  await user.click(button('Cancel'));
  await uploadEnded();
  await user.click(button('Upload'));
  await screen.findByRole('progressbar');
  expect(screen.queryByText(/cancelled/)).toBeNull();
});

describe('A press of Cancel that follows one that has stopped an upload', () => {
  const press = (name: string, by: 'mouse' | 'key') =>
    fireEvent.click(button(name), { detail: by === 'mouse' ? 1 : 0 });

  test.each(['mouse', 'key'] as const)(
    'does not leave the page, by %s, until there was a pause',
    async (by) => {
      const { address } = await openUploading();
      press('Cancel', by);
      await uploadEnded();
      for (const at of [1_499, 1_998]) {
        time = at;
        press('Cancel', by);
        expect(address()).toBe('/leads/upload');
      }
      time = 2_498;
      press('Cancel', by);
      await waitFor(() => expect(address()).toBe('/leads'));
    },
  );

  test('does not upload anew where the key is pressed on Upload, which has the focus by then', async () => {
    const { callsTo } = await openUploading();
    press('Cancel', 'key');
    await uploadEnded();
    expect(document.activeElement).toBe(button('Upload'));
    press('Upload', 'key');
    expect(callsTo(uploadCall)).toHaveLength(1);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('is no reason to ignore the mouse on another button', async () => {
    const { callsTo } = await openUploading();
    press('Cancel', 'mouse');
    await uploadEnded();
    press('Upload', 'mouse');
    await waitFor(() => expect(callsTo(uploadCall)).toHaveLength(2));
  });
});
