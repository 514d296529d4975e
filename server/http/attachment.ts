/** Names a file that is answered, in any script; the browser saves it by this name. */
export function attachment(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}
