// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heldAnswer } from '#test/fake-server.ts';
import { toasts } from '#test/render.tsx';
import { undoNewest } from '#web/lib/toasts.ts';
import { bar, bodies, bulkCalls, done, lead, open, ticked, wholePage } from './many.fixture.tsx';

describe('A status for many', () => {
  const setStatus = async (user: Awaited<ReturnType<typeof open>>['user'], typed: string) => {
    (await bar()).getByRole('button', { name: 'Set status' }).focus();
    await user.keyboard(`{Enter}${typed}{Enter}`);
  };

  test('is one call and one toast, whose Undo stands as long as it works', async () => {
    const { user, calls } = await open({
      'POST /api/leads/bulk/way-back/undo': { json: { count: 2, left: 0 } },
    });
    await user.click(lead('Alpha'));
    await user.click(lead('Gamma'));
    await setStatus(user, 'contacted');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(bodies(calls)).toEqual([
      {
        ids: ['id of Alpha', 'id of Gamma'],
        status: 'contacted',
        change_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(toasts()[0]).toMatchObject({
      message: { props: { message: '2 leads: Contacted' } },
      seconds: 60,
    });
    expect(ticked()).toEqual([]);
    undoNewest();
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '2 leads put back' }]));
  });

  test('says how many of the chosen ones were so already, and undoes the others', async () => {
    const { user } = await open({
      'POST /api/leads/bulk/way-back/undo': { json: { count: 2, left: 0 } },
    });
    for (const name of ['Alpha', 'Beta', 'Gamma']) await user.click(lead(name));
    await setStatus(user, 'contacted');
    const message = '2 leads: Contacted · 1 was so already';
    await waitFor(() => expect(toasts()).toMatchObject([{ message: { props: { message } } }]));
    undoNewest();
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '2 leads put back' }]));
  });

  test('for all that match says it too', async () => {
    const { user } = await open({}, { total: 1_240 });
    await user.click(wholePage());
    await user.click((await bar()).getByRole('button', { name: 'Select all 1,240 that match' }));
    await setStatus(user, 'live');
    const message = '2 leads: Live · 1,238 were so already';
    await waitFor(() => expect(toasts()).toMatchObject([{ message: { props: { message } } }]));
  });

  test.each([
    [{ json: { count: 8, left: 2 } }, '8 put back, 2 were changed since and stay as they are'],
    [{ json: { count: 1, left: 1 } }, '1 put back, 1 was changed since and stays as it is'],
    [{ status: 409, json: { error: 'Too late' } }, 'Too late'],
  ])('that is undone with %j says %s', async (answer, message) => {
    const { user } = await open({ 'POST /api/leads/bulk/way-back/undo': answer });
    await user.click(lead('Alpha'));
    await setStatus(user, 'contacted');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    undoNewest();
    await waitFor(() => expect(toasts().at(-1)?.message).toBe(message));
  });

  test('goes to all that match by their filter and the number that was shown', async () => {
    const { user, calls } = await open({}, { at: '/leads?search=a', total: 1_240 });
    await user.click(wholePage());
    await user.click((await bar()).getByRole('button', { name: 'Select all 1,240 that match' }));
    expect((await bar()).getByText('1,240 leads selected')).toBeDefined();
    await setStatus(user, 'live');
    await waitFor(() => expect(bodies(calls)).toHaveLength(1));
    expect(bodies(calls)[0]).toMatchObject({
      filter: { search: 'a' },
      expected: 1_240,
      status: 'live',
    });
    expect(bodies(calls)[0]).not.toHaveProperty('ids');
  });

  test.each([
    [{ status: 409, json: { error: 'The list has changed' } }, 'The list has changed'],
    [{ status: 500 }, 'The leads could not be changed. Please try again.'],
    ['no connection' as const, 'The leads could not be changed. Please try again.'],
  ])(
    'that fails with %j says %s, asks for the list anew and keeps the ticks',
    async (answer, message) => {
      const { user, calls } = await open({ 'POST /api/leads/bulk': answer });
      await user.click(lead('Beta'));
      const asked = calls.length;
      await setStatus(user, 'live');
      await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Error', message }]));
      expect(ticked()).toEqual(['Beta']);
      await waitFor(() =>
        expect(calls.slice(asked).some(({ path }) => path === '/api/leads')).toBe(true),
      );
    },
  );

  test('that is tried again after a lost connection is the same change, and no second one', async () => {
    let tries = 0;
    const { user, calls } = await open({
      'POST /api/leads/bulk': () => {
        if (++tries === 1) throw new TypeError('Failed to fetch');
        return done;
      },
    });
    await user.click(lead('Beta'));
    await setStatus(user, 'live');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    await setStatus(user, 'live');
    await waitFor(() => expect(bodies(calls)).toHaveLength(2));
    const [first, second] = bodies(calls) as { change_id: string }[];
    expect(second?.change_id).toBe(first?.change_id);
    await waitFor(() => expect(ticked()).toEqual([]));
  });

  test('that takes its time says how far it is, and nothing else can be begun meanwhile', async () => {
    const held = heldAnswer(done);
    const { user } = await open({
      'POST /api/leads/bulk': held.reply,
      'GET /api/leads/bulk/progress': { json: { done: 500, total: 2_000 } },
    });
    await user.click(lead('Beta'));
    await setStatus(user, 'live');
    const within_ = await bar();
    expect(within_.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
    const progress = await within_.findByRole('progressbar', { name: 'Progress of the change' });
    expect(progress.getAttribute('aria-valuetext')).toBe('500 of 2,000');
    expect(within_.getByText('500 of 2,000')).toBeDefined();
    await user.keyboard('{Escape}');
    expect(ticked()).toEqual(['Beta']);
    held.release();
    await waitFor(() => expect(toasts()).toHaveLength(1));
  });

  test('that changes nothing says so, as no success, and offers no way back', async () => {
    const { user } = await open({ 'POST /api/leads/bulk': { json: { count: 0, undo_id: 'x' } } });
    await user.click(lead('Beta'));
    await setStatus(user, 'new');
    await waitFor(() =>
      expect(toasts()).toMatchObject([
        {
          title: 'Nothing to change',
          message: 'All of these leads were like that already',
          seconds: 5,
        },
      ]),
    );
  });
});

test('Many are moved to a partner who is searched for by name', async () => {
  const { user, calls } = await open();
  for (const name of ['Alpha', 'Beta', 'Gamma']) await user.click(lead(name));
  await user.click((await bar()).getByRole('button', { name: 'Move to partner' }));
  await screen.findByRole('option', { name: 'Nora Lindqvist' });
  expect(screen.queryByRole('option', { name: 'Unknown Partner' })).toBeNull();
  await user.keyboard('nora{Enter}');
  await waitFor(() => expect(bodies(calls)).toMatchObject([{ partner_id: 'nora' }]));
  await waitFor(() =>
    expect(toasts()).toMatchObject([
      { message: { props: { message: '2 leads moved to Nora Lindqvist · 1 was theirs already' } } },
    ]),
  );
});

describe('Deleting many', () => {
  const askToDelete = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(lead('Alpha'));
    await user.click(lead('Beta'));
    await user.click((await bar()).getByRole('button', { name: 'Delete' }));
    return within(await screen.findByRole('dialog', { name: 'Delete Leads' }));
  };

  test('asks first, and a no changes nothing', async () => {
    const { user, calls } = await open();
    const dialog = await askToDelete(user);
    expect(dialog.getByText('Are you sure you want to delete 2 leads?')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(bulkCalls(calls)).toEqual([]);
    expect(ticked()).toEqual(['Alpha', 'Beta']);
  });

  test('is told with the way back, and the filters stay', async () => {
    const { user, calls, address } = await open({}, { at: '/leads?search=a' });
    const dialog = await askToDelete(user);
    await user.dblClick(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(toasts()).toMatchObject([{ message: { props: { message: '2 leads deleted' } } }]),
    );
    expect(bodies(calls)).toMatchObject([{ ids: ['id of Alpha', 'id of Beta'], delete: true }]);
    expect(address()).toBe('/leads?search=a');
  });
});

test('A partner deletes many, and can neither set their status nor move them', async () => {
  const { user } = await open({}, { as: 'partner' as never });
  await user.click(lead('Alpha'));
  const buttons = (await bar()).getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons).toEqual(['Select the whole page', 'Export', 'Delete', '']);
});

test('The same change of the same leads, made once more, is a change of its own', async () => {
  const { user, calls } = await open();
  for (const _ of ['first', 'second']) {
    await user.click(lead('Alpha'));
    await user.click((await bar()).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Leads' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(ticked()).toEqual([]));
  }
  const ids = bodies(calls).map((body) => (body as { change_id: string }).change_id);
  expect(new Set(ids).size).toBe(2);
});
