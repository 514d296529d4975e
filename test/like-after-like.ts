import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isApart } from './apart.ts';

/**
 * Of each project the test files with a page come before those without: a worker whose next file
 * wants the other kind is thrown away with all that it has loaded. Of each kind those come last that
 * put something else in the place of a module: what they leave is not for the others.
 */
export class LikeAfterLike extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).map((file) => ({ file, place: placeOf(file) }));
    return sorted.sort((a, b) => a.place.localeCompare(b.place)).map(({ file }) => file);
  }
}

/** Places in the order of the alphabet are files in their order. */
export function placeOf({
  project,
  moduleId,
}: {
  project: { name: string };
  moduleId: string;
}): string {
  const hasPage = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');
  const kind = hasPage ? 'page' : 'without';
  return `${project.name}, ${kind}, ${isApart(moduleId) ? 'last' : 'first'}`;
}
