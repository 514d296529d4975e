import type { Partner } from '#contract/partners.ts';

/** Of each partner once: written small anew with every letter, ten thousand would delay the next one. */
const searched = new WeakMap<Partner, string>();

function searchedText(partner: Partner): string {
  const known = searched.get(partner);
  if (known !== undefined) return known;
  // Nobody types a line break, so that nothing is found across two of them.
  const text = [partner.name, partner.email, partner.company ?? ''].join('\n').toLowerCase();
  searched.set(partner, text);
  return text;
}

/** spec §2: case-insensitively by name, email or company; an empty search finds everyone. */
export function filterPartners<One extends Partner>(partners: One[], search: string): One[] {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return partners;
  return partners.filter((partner) => searchedText(partner).includes(wanted));
}
