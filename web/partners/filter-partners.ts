import type { Partner } from '#contract/partners.ts';

/** spec §2: case-insensitively by name, email or company; an empty search finds everyone. */
export function filterPartners<One extends Partner>(partners: One[], search: string): One[] {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return partners;
  return partners.filter(({ name, email, company }) =>
    [name, email, company].some((text) => text?.toLowerCase().includes(wanted)),
  );
}
