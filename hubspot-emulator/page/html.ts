export type Html = { readonly html: string };
type Part = Html | string | number | false | undefined | null | readonly Part[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function toText(part: Part): string {
  if (part === false || part === undefined || part === null) return '';
  if (typeof part === 'object' && 'html' in part) return part.html;
  if (typeof part === 'object') return part.map(toText).join('');
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** Markup in which every value that is not markup itself is escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const text = strings.map((string, index) => string + toText(parts[index])).join('');
  return { html: text };
}

export function options(list: [value: string, label: string][], chosen: string | undefined): Html {
  return html`${list.map(
    ([value, label]) =>
      html`<option value="${value}"${value === (chosen ?? '') ? html` selected` : ''}>${label}</option>`,
  )}`;
}
