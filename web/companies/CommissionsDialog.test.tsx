// @vitest-environment happy-dom
import { useDisclosure } from '@mantine/hooks';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, type Call } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { CommissionsDialog } from './CommissionsDialog.tsx';
import { company } from './company.fixture.ts';

const path = `PUT /api/companies/${company().id}`;
const explained = {
  commission_payable_to_partner: '1248.00',
  commission_payable_rate: '12',
  commission_payable_base: '10400.00',
};
const saved = { json: { company: company({ version: 2 }) } };

function Opener({ change }: { change: object }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <button type="button" onClick={dialog.open}>
        Open
      </button>
      <CommissionsDialog
        company={company(change)}
        currency="USD"
        opened={opened}
        onClose={dialog.close}
      />
    </>
  );
}

async function editor(change = {}, answer: Parameters<typeof answerCalls>[0][string] = saved) {
  const calls = answerCalls({ [path]: answer });
  const { user } = renderScreen(<Opener change={change} />, { as: 'admin' });
  const open = () => user.click(screen.getByRole('button', { name: 'Open' }));
  await open();
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit commissions' }));
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name });
  return {
    user,
    open,
    dialog,
    amount: field('Commission Payable'),
    rate: field('Commission Payable rate, per cent'),
    base: field('Commission Payable base'),
    alltime: field('Alltime Commission'),
    reason: field('Reason (optional)'),
    save: (name = 'Save') => user.click(dialog.getByRole('button', { name })),
    sent: () => bodies(calls),
  };
}
const bodies = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test.each(['opening', 'Tab', 'a click'])(
  'An amount that gets the focus by %s is replaced by what is typed',
  async (way) => {
    const { user, amount, alltime } = await editor(explained);
    await waitFor(() => expect(document.activeElement).toBe(amount));
    if (way === 'Tab') for (const _ of ['rate', 'base', 'alltime']) await user.tab();
    if (way === 'a click') await user.click(alltime);
    await user.keyboard('99');
    expect((way === 'opening' ? amount : alltime).value).toBe('99');
  },
);

test('Where the browser sets the caret after a click has given the focus, the amount is marked all the same', async () => {
  const { alltime } = await editor(explained);
  fireEvent.mouseDown(alltime);
  act(() => alltime.focus());
  alltime.setSelectionRange(2, 2);
  fireEvent.mouseUp(alltime);
  expect([alltime.selectionStart, alltime.selectionEnd]).toEqual([0, '1250.50'.length]);
});

test('A second click into an amount sets the caret, so that a digit can be corrected', async () => {
  const { user, alltime } = await editor(explained);
  await user.click(alltime);
  await user.click(alltime);
  await user.keyboard('9');
  expect(alltime.value).toBe('1250.509');
});

test('Rate and base show the amount with every key, and what is typed into it afterwards stays', async () => {
  const { user, dialog, amount, rate, base, save, sent } = await editor();
  await user.type(rate, '12');
  await user.type(base, '1');
  expect(amount.value).toBe('0.12');
  await user.type(base, '0400', { initialSelectionStart: 1 });
  expect(amount.value).toBe('1248.00');
  await user.click(amount);
  await user.keyboard('1300');
  expect([amount.value, rate.value, base.value]).toEqual(['1300', '12', '10400']);
  await user.type(base, '0', { initialSelectionStart: 5 });
  expect(amount.value).toBe('1300');
  await save();
  await dialog.findByText('12 % of 104,000.00 is 12,480.00, not 1,300.00');
  expect(sent()).toEqual([]);
});

test('Without its rate an amount that nobody typed is what it was', async () => {
  const { user, amount, rate, base } = await editor({ commission_payable_to_partner: '7.00' });
  await user.type(rate, '12');
  await user.type(base, '100');
  expect(amount.value).toBe('12.00');
  await user.clear(rate);
  expect(amount.value).toBe('7.00');
});

test('An amount that was emptied is not filled in unseen: saving asks for it while rate and base stand', async () => {
  const { user, dialog, amount, rate, base, save, sent } = await editor();
  await user.type(rate, '12');
  await user.type(base, '10400');
  await user.clear(amount);
  await save();
  await dialog.findByText('Give the amount that the rate and its base explain');
  expect([amount.value, sent()]).toEqual(['', []]);
});

test.each(['base', 'reason'] as const)('Enter in the %s saves what stands there', async (last) => {
  const { user, sent, ...fields } = await editor();
  await user.type(fields.rate, '12');
  await user.type(fields.base, '10400');
  await user.type(fields[last], last === 'reason' ? 'Fees{Control>}{Enter}' : '{Enter}');
  await isGone();
  expect(sent()).toMatchObject([{ commission_payable_to_partner: '1248.00', version: 1 }]);
});

test('What was explained is set to nothing in one step, and its explanation is back with the amount', async () => {
  const { user, amount, rate, base, sent } = await editor(explained);
  const atEnd = { initialSelectionStart: 7, initialSelectionEnd: 7 };
  await user.type(amount, '{Backspace}5', atEnd);
  expect([rate.value, base.value]).toEqual(['', '']);
  await user.type(amount, '{Backspace}0', atEnd);
  expect([amount.value, rate.value, base.value]).toEqual(['1248.00', '12', '10400.00']);
  await user.clear(amount);
  await user.type(amount, '0{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toMatchObject([
    {
      commission_payable_to_partner: '0',
      commission_payable_rate: '',
      commission_payable_base: '',
    },
  ]);
});

test('Saving what nobody changed closes the dialog without a call and without a word', async () => {
  const { user, amount, save, sent } = await editor(explained);
  await user.clear(amount);
  await user.type(amount, '1248');
  await save();
  await isGone();
  expect([sent(), toasts()]).toEqual([[], []]);
});

test('What is no amount is refused beside its field, and corrected there', async () => {
  const { user, dialog, amount, save, sent } = await editor();
  await user.type(amount, '12,5');
  await save();
  await dialog.findByText('Commission Payable must be an amount such as 1250 or 1250.50');
  expect(sent()).toEqual([]);
  await user.clear(amount);
  await user.type(amount, '1234.5');
  await save();
  await isGone();
  expect(sent()).toMatchObject([{ commission_payable_to_partner: '1234.5' }]);
});

test('A reason for no change is not lost: it is refused', async () => {
  const { user, dialog, reason, save, sent } = await editor(explained);
  await user.type(reason, 'Fees of October');
  await save();
  await dialog.findByText('Give at least one commission to change');
  expect(sent()).toEqual([]);
});

test('One answer stands, however often the dialog is saved, and none once it is opened again', async () => {
  const { user, open, amount, save } = await editor();
  await user.type(amount, '7');
  await save();
  await isGone();
  expect(toasts()).toMatchObject([{ title: 'Success' }]);
  await open();
  await screen.findByRole('dialog', { name: 'Edit commissions' });
  expect(toasts()).toEqual([]);
});

const refusedOnce = (now: ReturnType<typeof company>) => {
  let refused = false;
  return () => {
    if (refused) return { json: { company: now } };
    refused = true;
    return { status: 409, json: { error: 'Somebody else has changed these', company: now } };
  };
};

test('What somebody else has changed meanwhile is shown in the dialog alone, and kept where nothing was changed here', async () => {
  const theirs = company({
    commission_payable_to_partner: '99.00',
    alltime_commission_payable: '2000.00',
    version: 5,
  });
  const { user, dialog, amount, alltime, save, sent } = await editor({}, refusedOnce(theirs));
  await user.type(amount, '7');
  await save();
  await dialog.findByText('Commission Payable: 99.00');
  expect(dialog.getByText('Alltime Commission: 2,000.00')).toBeDefined();
  expect(toasts()).toEqual([]);
  expect([amount.value, alltime.value]).toEqual(['7', '2000.00']);
  await save('Save mine');
  await isGone();
  expect(sent()).toMatchObject([
    { version: 1, alltime_commission_payable: '1250.50' },
    {
      version: 5,
      commission_payable_to_partner: '7',
      alltime_commission_payable: '2000.00',
    },
  ]);
});

test('A failure that the dialog cannot tell is told by a toast', async () => {
  const { user, amount, save } = await editor({}, { status: 500, json: { error: 'No' } });
  await user.type(amount, '7');
  await save();
  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Error', message: 'No' }]));
});
