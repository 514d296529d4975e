// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { LeadsPage } from '../LeadsPage.tsx';
import { aLead } from '../lead.fixture.ts';
import { ExportPanel } from './ExportPanel.tsx';

const saved: File[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as File);
    return 'blob:saved';
  });
});

const file = {
  text: 'company_name\r\nAcme Ltd',
  headers: { 'content-disposition': "attachment; filename*=UTF-8''leads.csv" },
};

async function open(answer: Parameters<typeof answerCalls>[0][string], total = 1) {
  const calls = answerCalls({
    'GET /api/leads': { json: { leads: [aLead()], total } },
    'GET /api/views': { json: { views: [] } },
    'GET /api/leads/export': answer,
  });
  const { user } = renderScreen(<LeadsPage />, { at: '/leads?search=acme&sort=status&page=1' });
  await screen.findByText('Acme Ltd');
  const exports = () => calls.filter(({ path }) => path === '/api/leads/export');
  const openPanel = () => user.click(screen.getByRole('button', { name: /^Export/ }));
  return { user, exports, openPanel };
}

test('What the list shows is saved in its order, and the panel closes', async () => {
  const { user, exports, openPanel } = await open(file);
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: 'The export is complete' }]));
  expect(exports().map(({ query }) => query)).toEqual([
    { search: 'acme', sort: 'status', format: 'csv' },
  ]);
  expect(saved.map(({ name }) => name)).toEqual(['leads.csv']);
  expect(await saved[0]?.text()).toBe(file.text);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('While one is under way none is begun, and it can be given up', async () => {
  const held = heldAnswer(file);
  const { user, exports, openPanel } = await open(held.reply);
  await openPanel();
  await user.dblClick(await screen.findByRole('button', { name: 'Excel (XLSX)' }));
  await openPanel();
  await screen.findByText('Preparing the file…');
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  held.release();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openPanel();
  await screen.findByRole('button', { name: 'CSV' });
  expect(exports()).toHaveLength(1);
  expect(saved).toEqual([]);
});

test('Cancel by a key says so, and the focus is at Export', async () => {
  const held = heldAnswer(file);
  const { user, exports } = await open(held.reply);
  screen.getByRole('button', { name: 'Export' }).focus();
  await user.keyboard('{Enter}');
  const csv = await screen.findByRole('button', { name: 'CSV' });
  await waitFor(() => expect(document.activeElement).toBe(csv));
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  await user.keyboard('{Enter}');
  held.release();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }));
  const message = 'The export was cancelled. No file was saved.';
  await waitFor(() => expect(toasts()).toEqual([{ title: 'Cancelled', message, seconds: 5 }]));
  expect(exports()).toHaveLength(1);
});

test.each([
  [0, undefined, 'Preparing the file…'],
  [1_240_000, 12_000_000, 'Downloading… 1.2 MB of 12.0 MB'],
  [1_240_000, undefined, 'Downloading… 1.2 MB'],
])('After %i bytes of %s it reads %s', (bytes, total, text) => {
  const exporter = { received: { bytes, total }, start: async () => {}, cancel: () => {} };
  renderScreen(
    <ExportPanel exporter={exporter} total={1} chosen={undefined} onClose={() => {}} />,
    { at: '/leads' },
  );
  expect(screen.getByRole('status').textContent).toBe(text);
});

test.each([
  [{ status: 429, json: { error: 'Wait a minute' } }, 'Wait a minute'],
  [{ status: 500 }, 'The leads could not be exported. Please try again.'],
  ['no connection' as const, 'The leads could not be exported. Please try again.'],
])('One that fails with %j says %s and can be tried again', async (answer, message) => {
  const { user, openPanel } = await open(answer);
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Error', message }]));
  await openPanel();
  expect(await screen.findByRole('button', { name: 'CSV' })).toBeDefined();
});

test('A large one is written to where its reader says, where the browser can do that', async () => {
  const written: unknown[] = [];
  const pick = vi.fn(async () => ({
    createWritable: async () => new WritableStream({ write: (chunk) => void written.push(chunk) }),
  }));
  vi.stubGlobal('showSaveFilePicker', pick);
  const { user, openPanel } = await open(file, 50_001);
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: 'The export is complete' }]));
  expect(pick).toHaveBeenCalledWith({ suggestedName: 'leads.csv' });
});

test('One of 50,000 leads is saved without a question', async () => {
  const pick = vi.fn();
  vi.stubGlobal('showSaveFilePicker', pick);
  const { user, openPanel } = await open(file, 50_000);
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(pick).not.toHaveBeenCalled();
});

test('A list without leads says that there is nothing to export', async () => {
  const { openPanel } = await open(file, 0);
  await openPanel();
  await screen.findByText('There is nothing to export.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV' }).disabled).toBe(true);
});

test('It opens with its first choice in focus, and Escape gives the focus back', async () => {
  const { user } = await open(file);
  const button = screen.getByRole('button', { name: 'Export' });
  button.focus();
  await user.keyboard('{Enter}');
  const csv = await screen.findByRole('button', { name: 'CSV' });
  await waitFor(() => expect(document.activeElement).toBe(csv));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});
