import { expect, test } from 'vitest';
import { progressOf, withProgress } from './progress.ts';

const nothing = { step: 'waiting', percent: 0 };

test('How far a file has come is told to its sender alone, and nothing once it is done', async () => {
  await withProgress('sender', 'id', async (tell) => {
    expect(progressOf('sender', 'id')).toEqual(nothing);
    tell('checking', 0.439);
    expect(progressOf('sender', 'id')).toEqual({ step: 'checking', percent: 43 });
    tell('storing', 1.2);
    expect(progressOf('sender', 'id')).toEqual({ step: 'storing', percent: 100 });
    expect(progressOf('another', 'id')).toEqual(nothing);
    expect(progressOf('sender', 'another')).toEqual(nothing);
  });
  expect(progressOf('sender', 'id')).toEqual(nothing);
});

test('A file that failed is done too', async () => {
  const failing = withProgress('sender', 'id', async (tell) => {
    tell('checking', 0.5);
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(progressOf('sender', 'id')).toEqual(nothing);
});
