// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { bar, lead, names, open, ticked, wholePage } from './many.fixture.tsx';

describe('Leads are ticked', () => {
  test('one by one, with Space, and the number is told', async () => {
    const { user } = await open();
    await user.click(lead('Alpha'));
    expect((await bar()).getByText('1 lead selected')).toBeDefined();
    lead('Gamma').focus();
    await user.keyboard(' ');
    expect(ticked()).toEqual(['Alpha', 'Gamma']);
    const told = screen.getAllByText('2 leads selected').map(({ localName }) => localName);
    expect(told).toContain('output');
  });

  test.each(['{Shift>}[MouseLeft]{/Shift}', '{Shift>} {/Shift}'])(
    'from the last one to another: %s',
    async (keys) => {
      const { user } = await open();
      await user.click(lead('Alpha'));
      if (keys.includes('Mouse')) {
        await user.keyboard('{Shift>}');
        await user.click(lead('Gamma'));
        await user.keyboard('{/Shift}');
      } else {
        lead('Gamma').focus();
        await user.keyboard(keys);
      }
      expect(ticked()).toEqual(['Alpha', 'Beta', 'Gamma']);
    },
  );

  test('all of a page at its head, which says where only some are', async () => {
    const { user } = await open();
    await user.click(lead('Beta'));
    expect(wholePage().indeterminate).toBe(true);
    await user.click(wholePage());
    expect(ticked()).toEqual(names);
    await user.click(wholePage());
    expect(ticked()).toEqual([]);
    expect(screen.getByText('No leads selected')).toBeDefined();
  });

  test('all of a page from the bar too, as cards have no head', async () => {
    const { user } = await open();
    await user.click(lead('Beta'));
    await user.click((await bar()).getByRole('button', { name: 'Select the whole page' }));
    expect(ticked()).toEqual(names);
  });

  test('and stay so while pages are turned', async () => {
    const { user } = await open({}, { total: 14 });
    await user.click(lead('Alpha'));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Omega');
    await user.click(lead('Omega'));
    expect((await bar()).getByText('2 leads selected')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('Alpha');
    expect(ticked()).toEqual(['Alpha']);
  });

  test('until the list is filtered anew; another order keeps them', async () => {
    const { user } = await open();
    await user.click(lead('Alpha'));
    await user.click(screen.getByRole('button', { name: 'Company' }));
    await waitFor(() => expect(lead('Alpha').checked).toBe(true));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Live');
    await waitFor(() => expect(ticked()).toEqual([]));
    expect(screen.queryByRole('region', { name: 'Selected leads' })).toBeNull();
  });

  test('until Escape, but not by the Escape of a field', async () => {
    const { user } = await open();
    await user.click(lead('Alpha'));
    await bar();
    await user.click(screen.getByRole('textbox', { name: 'Search leads' }));
    await user.keyboard('{Escape}');
    expect(ticked()).toEqual(['Alpha']);
    lead('Beta').focus();
    await user.keyboard('{Escape}');
    expect(ticked()).toEqual([]);
    expect(document.activeElement).toBe(lead('Beta'));
  });

  test('until the cross of the bar is pressed, which gives the focus back', async () => {
    const { user } = await open();
    await user.click(lead('Beta'));
    await user.click((await bar()).getByRole('button', { name: 'Clear selection' }));
    expect(ticked()).toEqual([]);
    expect(document.activeElement).toBe(lead('Beta'));
  });

  test('but none of those that are deleted', async () => {
    await open({}, { at: '/leads?deleted=true' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
