export function partnerPath(id: string): string {
  return `/partners/${id}`;
}
