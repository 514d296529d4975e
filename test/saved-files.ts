import { afterEach, beforeEach, vi } from 'vitest';

/** The files that a test is given to save, where a browser would download them. */
export function savedFiles(): File[] {
  const saved: File[] = [];
  beforeEach(() => {
    saved.length = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as File);
      return 'blob:saved';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return saved;
}
