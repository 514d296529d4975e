// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const newPart = () =>
  lazyPart(async () => ({ name }: { name: string }) => <p>Hello {name}</p>);

function draw(Part: ReturnType<typeof newPart>) {
  return render(
    <Suspense fallback="Not yet">
      <Part name="Nora" />
    </Suspense>,
  );
}

test('A part whose code is here is drawn at once', async () => {
  const Part = newPart();
  await Part.load();
  draw(Part);
  expect(screen.queryByText('Not yet')).toBeNull();
  expect(screen.getByText('Hello Nora')).toBeDefined();
});

test('A part whose code is on its way is drawn when that arrives', async () => {
  draw(newPart());
  expect(screen.getByText('Not yet')).toBeDefined();
  await screen.findByText('Hello Nora');
});

test('Code that did not arrive ahead is asked for again', async () => {
  let tries = 0;
  const Part = lazyPart(async () => {
    if (++tries === 1) throw new Error('No network');
    return () => <p>Here</p>;
  });
  await expect(Part.load()).rejects.toThrow('No network');
  render(
    <Suspense fallback="Not yet">
      <Part />
    </Suspense>,
  );
  await screen.findByText('Here');
});
