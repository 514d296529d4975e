import { cut } from './table.ts';

/** Excel takes neither these, nor an apostrophe at an end, nor the name of its own log. */
const forbidden = /[[\]:*?/\\\p{Cc}\uFFFE\uFFFF]/gu;

export function sheetName(name: string): string {
  const clean = cut(name.replace(forbidden, '_'), 31).replace(/^[\s']+|[\s']+$/g, '');
  return clean === '' || clean.toLowerCase() === 'history' ? 'Sheet1' : clean;
}
