export function editPath({ id }: { id: string }): string {
  return `/partners/edit/${id}`;
}
