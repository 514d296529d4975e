// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { DataTable } from './DataTable.tsx';
import type { Column } from './table-columns.ts';

type Fruit = { name: string; colour: string; price: string };
const fruits: Fruit[] = [
  { name: 'Apple', colour: 'red', price: '2.00' },
  { name: 'Lime', colour: 'green', price: '1.00' },
];
const columns: Column<Fruit>[] = [
  { key: 'name', header: 'Name', card: 'title', cell: ({ name }) => name },
  { key: 'colour', header: 'Colour', cell: ({ colour }) => colour },
  { key: 'price', header: 'Price', card: 'note', cell: ({ price }) => price },
];

function open() {
  return renderScreen(
    <DataTable
      label="Fruits"
      columns={columns}
      rows={fruits}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
      loading={false}
      minWidth={640}
      empty={null}
    />,
  );
}

/** This DOM lays nothing out, so a test says how wide things are. */
function layOut({ content, place }: { content: number; place: number }) {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(content);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(place);
}

afterEach(() => vi.restoreAllMocks());

test('A card opens and closes by a button that says whose details it shows', async () => {
  const { user } = open();
  const apple = screen.getByRole('button', { name: 'Details of Apple' });
  const lime = screen.getByRole('button', { name: 'Details of Lime' });
  expect(apple.getAttribute('aria-expanded')).toBe('false');
  await user.click(apple);
  expect(apple.getAttribute('aria-expanded')).toBe('true');
  expect(apple.closest('tr')?.hasAttribute('data-open')).toBe(true);
  expect(lime.getAttribute('aria-expanded')).toBe('false');
  await user.click(apple);
  expect(apple.closest('tr')?.hasAttribute('data-open')).toBe(false);
});

test('Every cell says where it stands on a card: what has no place shows on tap, by its name', () => {
  open();
  const row = screen.getByText('Apple').closest('tr') ?? document.body;
  const cells = within(row).getAllByRole('cell').slice(0, columns.length);
  expect(cells.map((cell) => [cell.dataset.card, cell.dataset.label])).toEqual([
    ['title', 'Name'],
    ['fact', 'Colour'],
    ['note', 'Price'],
  ]);
});

test('The first and the last column stay in view, whatever scrolls between them', () => {
  open();
  const edges = screen.getAllByRole('columnheader').map((head) => head.dataset.edge);
  expect(edges.slice(0, columns.length)).toEqual(['start', undefined, 'end']);
});

test('A table that fits is no stop of the keyboard', () => {
  layOut({ content: 640, place: 640 });
  open();
  expect(screen.queryByRole('region')).toBeNull();
});

test('A table that is too wide can be scrolled by keyboard and says on which side there is more', () => {
  layOut({ content: 900, place: 640 });
  open();
  const region = screen.getByRole('region', { name: 'Fruits, scrollable' });
  const more = () => [
    region.hasAttribute('data-more-before'),
    region.hasAttribute('data-more-after'),
  ];
  expect(region.tabIndex).toBe(0);
  expect(more()).toEqual([false, true]);
  const scrollTo = (left: number) =>
    act(() => {
      region.scrollLeft = left;
      region.dispatchEvent(new Event('scroll'));
    });
  scrollTo(100);
  expect(more()).toEqual([true, true]);
  scrollTo(260);
  expect(more()).toEqual([true, false]);
});
