/** What a view keeps of an address: where in the list somebody stood is no part of it. */
function viewQueryOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.sort();
  return params.toString();
}

export function isSameList(one: string, other: string): boolean {
  return viewQueryOf(one) === viewQueryOf(other);
}
