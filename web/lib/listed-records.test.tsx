// @vitest-environment happy-dom
import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ListedRecordsContext, useTellListed } from './listed-records.ts';
import type { Walked } from './neighbours.ts';

function List({ ids }: { ids: string[] | undefined }) {
  // An array of its own with every drawing, as that of a list which could not be loaded was.
  useTellListed(
    ids?.map((id) => ({ id })),
    undefined,
    undefined,
  );
  return null;
}

test('What a list shows is told when it changes, not whenever the list is drawn', async () => {
  const told: Walked['ids'][] = [];
  const tell = ({ ids }: Walked) => void told.push(ids);
  const draw = (ids: string[] | undefined) => (
    <ListedRecordsContext value={tell}>
      <List ids={ids} />
    </ListedRecordsContext>
  );
  const { rerender } = render(draw(undefined));
  for (const ids of [[], [], ['1', '2'], ['1', '2'], ['2', '1'], undefined]) rerender(draw(ids));
  await waitFor(() => expect(told).toEqual([undefined, [], ['1', '2'], ['2', '1'], undefined]));
});
