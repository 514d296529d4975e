// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heldAnswer } from '#test/fake-server.ts';
import { toasts } from '#test/render.tsx';
import {
  button,
  checkCall,
  describedBy,
  isOff,
  mixed,
  openWith,
  proposed,
  repeated,
  right,
  stored,
  unmapped,
  uploadCall,
} from './upload-story.fixture.tsx';

describe('Upload pressed while the file is being checked', () => {
  test('waits, and goes on by itself where there is nothing to ask', async () => {
    const answer = heldAnswer({ json: right });
    const { user, callsTo, address } = await openWith(answer.reply);
    await user.click(button('Upload'));
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuetext')).toContain('Checking the file…');
    expect(button('Upload').getAttribute('aria-busy')).toBe('true');
    expect(describedBy(button('Upload'))).toBe(
      'The upload goes on as soon as the file is checked.',
    );
    expect(callsTo(uploadCall)).toEqual([]);
    answer.release();
    await waitFor(() => expect(address()).toBe('/leads'));
    expect(callsTo(uploadCall).map(({ query }) => Object.keys(query))).toEqual([['upload_id']]);
    expect(toasts().map(({ message }) => message)).toEqual([
      'Leads have been uploaded successfully',
    ]);
  });

  test.each([
    ['repeated rows', repeated, 'Skip them', /^No leads were stored yet. 1 row repeats/],
    ['a column to choose', unmapped, 'Elektropost', /^No leads were stored yet. First choose/],
    ['problems', mixed, 'Problems', /^No leads were stored. 1 problem in 1 of 3 rows/],
    ['values that nobody named', proposed, 'Read it too', /“Netz” looks like Website/],
  ])('stops for %s, says so and leads there', async (_, found, focused, sentence) => {
    const answer = heldAnswer({ json: found });
    const { user, callsTo, address } = await openWith(answer.reply);
    await user.click(button('Upload'));
    answer.release();
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
    const { activeElement } = document;
    const name =
      activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement
        ? activeElement.labels?.[0]?.textContent
        : activeElement?.textContent;
    expect(name).toBe(focused);
    expect(callsTo(uploadCall)).toEqual([]);
    expect(address()).toBe('/leads/upload');
  });

  test('stores what is stored by whoever presses it later', async () => {
    const answer = heldAnswer({ json: repeated });
    const early = await openWith(answer.reply);
    await early.user.click(button('Upload'));
    answer.release();
    await screen.findByRole('alert');
    await early.user.click(button('Upload'));
    await waitFor(() => expect(early.address()).toBe('/leads'));
    expect(early.callsTo(uploadCall).map(({ query }) => query.duplicates)).toEqual(['skip']);
  });

  test('can be taken back, and nothing is uploaded then', async () => {
    const answer = heldAnswer({ json: right });
    const { user, callsTo } = await openWith(answer.reply);
    await user.click(button('Upload'));
    await screen.findByRole('progressbar');
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(document.activeElement).toBe(button('Upload'));
    answer.release();
    await screen.findByText('File is ready to upload');
    expect(callsTo(uploadCall)).toEqual([]);
  });

  test('says what the server says of a file that it refuses', async () => {
    const answer = heldAnswer({ status: 400, json: { error: 'The file is empty' } });
    const { user, callsTo } = await openWith(answer.reply);
    await user.click(button('Upload'));
    answer.release();
    expect((await screen.findByRole('alert')).textContent).toBe('The file is empty');
    expect(callsTo(uploadCall)).toEqual([]);
  });
});

test('A file whose check has not begun is said to wait, by a bar without a number', async () => {
  const progress = { json: { step: 'waiting', percent: 0 } };
  const answer = heldAnswer({ json: right });
  const { user, address } = await openWith(answer.reply, stored, { progress });
  expect(await screen.findByText('Waiting to be checked…')).toBeDefined();
  await user.click(button('Upload'));
  const bar = await screen.findByRole('progressbar');
  expect(bar.getAttribute('aria-valuetext')).toBe('Waiting to be checked…');
  expect(bar.getAttribute('aria-valuenow')).toBeNull();
  expect(screen.getByText('Waiting to be checked…')).toBeDefined();
  expect(screen.queryByText(/%/)).toBeNull();
  answer.release();
  await waitFor(() => expect(address()).toBe('/leads'));
});

describe('A file that is dropped is not opened by the browser, which would leave the page,', () => {
  /** Whether the browser would do with it what it does by itself. */
  const isLeftToBrowser = () => [fireEvent.dragOver(document.body), fireEvent.drop(document.body)];

  test('while Upload waits for the check', async () => {
    const answer = heldAnswer({ json: right });
    const { user, address } = await openWith(answer.reply);
    await user.click(button('Upload'));
    await screen.findByRole('progressbar');
    expect(isLeftToBrowser()).toEqual([false, false]);
    answer.release();
    await waitFor(() => expect(address()).toBe('/leads'));
  });

  test('nor while another is uploaded, which goes on', async () => {
    const answer = heldAnswer(stored);
    const { user, address, unmount } = await openWith({ json: right }, answer.reply);
    await screen.findByText('File is ready to upload');
    await user.click(button('Upload'));
    await screen.findByRole('progressbar');
    expect(isLeftToBrowser()).toEqual([false, false]);
    answer.release();
    await waitFor(() => expect(address()).toBe('/leads'));
    unmount();
    expect(isLeftToBrowser()).toEqual([true, true]);
  });
});

describe('a check that fails', () => {
  test('is tried again by Upload, and the file is stored as after any check', async () => {
    let tries = 0;
    const { user, callsTo, address } = await openWith(() =>
      ++tries === 1 ? { status: 503, json: { error: 'Many files' } } : { json: right },
    );
    await screen.findByText('Many files');
    expect(screen.queryByText('File is ready to upload')).toBeNull();
    await user.click(button('Upload'));
    await waitFor(() => expect(address()).toBe('/leads'));
    expect(callsTo(checkCall)).toHaveLength(2);
    expect(callsTo(uploadCall)).toHaveLength(1);
  });

  test.each([
    [{ status: 503, json: { error: 'Many files' } }, 'Many files', 'Many files'],
    [
      'no connection',
      'The file could not be checked in advance. Upload tries again.',
      'Failed to upload leads. Please check your file format and try again.',
    ],
  ] as const)('keeps anything from being stored unchecked: %j', async (answer, line, text) => {
    const { user, callsTo } = await openWith(answer);
    await screen.findByText(line);
    await user.click(button('Upload'));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(callsTo(uploadCall)).toEqual([]);
    expect(isOff(button('Upload'))).toBe(false);
  });
});
