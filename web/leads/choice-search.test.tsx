// @vitest-environment happy-dom
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { SearchableFilter } from '#web/ui/SearchableFilter.tsx';
import { ChangeableStatus } from './ChangeableStatus.tsx';
import { aLead } from './lead.fixture.ts';

/** The rules of `useChoiceSearch`, in each of the fields that follow them. */
const fields = [
  {
    of: 'a filter',
    open: async () => {
      const taken = vi.fn();
      renderScreen(
        <SearchableFilter
          label="Filter by partner"
          options={[
            { value: '', label: 'All Partners' },
            { value: '1', label: 'Live Wire' },
          ]}
          value=""
          shown="All Partners"
          onChange={taken}
          loading={false}
          nothingFound="None"
        />,
      );
      await userEvent.click(screen.getByRole('combobox'));
      return taken;
    },
  },
  {
    of: 'a status',
    open: async () => {
      const taken = vi.fn();
      const lead = aLead({ status: 'contacted' });
      answerCalls({
        [`PUT /api/leads/${lead.id}`]: ({ body }) => {
          taken();
          return { json: { lead: { ...lead, ...Object(body) } } };
        },
      });
      renderScreen(<ChangeableStatus lead={lead} />, { as: 'admin' });
      await userEvent.click(screen.getByRole('button'));
      return taken;
    },
  },
];

async function openAndType({ open }: (typeof fields)[number]) {
  const taken = await open();
  await screen.findByRole('listbox');
  await userEvent.keyboard('live');
  return { taken, field: screen.getByRole<HTMLInputElement>('combobox') };
}

const isOpen = () => screen.queryByRole('listbox') !== null;

test.each(fields)('In the field of $of Enter takes what was found', async (field) => {
  const { taken } = await openAndType(field);
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
  expect(isOpen()).toBe(false);
});

test.each(
  fields.flatMap((field) => [
    { ...field, key: 'Enter', said: { isComposing: true } },
    { ...field, key: 'Enter', said: { keyCode: 229 } },
    { ...field, key: 'Escape', said: { isComposing: true } },
    { ...field, key: 'ArrowDown', said: { isComposing: true } },
    { ...field, key: 'Tab', said: { isComposing: true } },
  ]),
)('In the field of $of the $key of an input method ($said) does nothing', async (one) => {
  const { taken, field } = await openAndType(one);
  const pointedAt = field.getAttribute('aria-activedescendant');
  const press = createEvent.keyDown(field, { key: one.key, ...one.said });
  fireEvent(field, press);
  expect(press.defaultPrevented).toBe(false);
  expect([isOpen(), field.value, taken.mock.calls]).toEqual([true, 'live', []]);
  expect(field.getAttribute('aria-activedescendant')).toBe(pointedAt);
});

test.each(fields)('In the field of $of an Enter that is held down takes nothing', async (one) => {
  const { taken, field } = await openAndType(one);
  fireEvent.keyDown(field, { key: 'Enter', repeat: true });
  expect([isOpen(), taken.mock.calls]).toEqual([true, []]);
});

test.each(fields)('In the field of $of Escape takes nothing and closes', async (field) => {
  const { taken } = await openAndType(field);
  await userEvent.keyboard('{Escape}');
  expect([isOpen(), taken.mock.calls]).toEqual([false, []]);
});
