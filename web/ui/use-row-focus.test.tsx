// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { DataTable } from './DataTable.tsx';
import type { Column } from './table-columns.ts';

const columns: Column<string>[] = [
  { key: 'name', header: 'Name', card: 'title', cell: (name) => name },
  {
    key: 'pick',
    header: 'Pick',
    cell: (name) => <button type="button">{`Pick ${name}`}</button>,
  },
];

function Fruits() {
  const [fruits, setFruits] = useState(['Apple', 'Lime']);
  return (
    <>
      <DataTable
        label="Fruits"
        columns={columns}
        rows={fruits}
        rowKey={(name) => name}
        rowName={(name) => name}
        loading={false}
        minWidth={640}
        empty={null}
      />
      <button type="button" onClick={() => setFruits(['Lime'])}>
        Eat the apple
      </button>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
/** By nobody's hand, and so without taking the focus. */
const eatApple = () => fireEvent.click(button('Eat the apple'));

const hide = (event: Event) => event.stopImmediatePropagation();
afterEach(() => window.removeEventListener('focusin', hide, { capture: true }));

test('The focus of a row that goes is taken by the same cell of the next', () => {
  renderScreen(<Fruits />);
  button('Pick Apple').focus();
  eatApple();
  expect(document.activeElement).toBe(button('Pick Lime'));
});

test('Focus that went elsewhere unheard, as it does in a window at the back, stays there', () => {
  renderScreen(<Fruits />);
  button('Pick Apple').focus();
  window.addEventListener('focusin', hide, { capture: true });
  button('Eat the apple').focus();
  eatApple();
  expect(document.activeElement).toBe(button('Eat the apple'));
});
