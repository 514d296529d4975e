import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Of each project the test files with a page come before those without: a worker whose next file
 * wants the other kind is thrown away with all that it has loaded.
 */
export class LikeAfterLike extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).map((file) => ({ file, place: placeOf(file) }));
    return sorted.sort((a, b) => a.place.localeCompare(b.place)).map(({ file }) => file);
  }
}

function placeOf({ project, moduleId }: TestSpecification): string {
  const hasPage = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');
  return `${project.name}: ${hasPage ? 'page' : 'without'}`;
}
