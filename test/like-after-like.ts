import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Of each project the test files with a page come before those without: a worker whose next file
 * wants the other kind is thrown away with all that it has loaded. Last come those that load modules
 * of their own, as what they leave is of no use to others.
 */
export class LikeAfterLike extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).map((file) => ({ file, place: placeOf(file) }));
    return sorted.sort((a, b) => a.place.localeCompare(b.place)).map(({ file }) => file);
  }
}

function placeOf({ project, moduleId }: TestSpecification): string {
  const hasPage = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');
  const isApart = moduleId.includes('.apart.test.');
  return `${project.name}: ${hasPage ? 'page' : 'without'}, ${isApart ? 'modules apart' : ''}`;
}
