/** Words that belong to the last name that follows: Ludwig van Beethoven, Ana de la Cruz. */
const particles = new Set([
  ...['van', 'von', 'der', 'den', 'de', 'del', 'della', 'di', 'da', 'dos', 'das', 'do', 'du'],
  ...['la', 'le', 'ter', 'ten', 'zu', 'zur', 'zum', 'af', 'av', 'bin', 'ibn', 'el', 'al', 'y'],
]);

/** `Ada Byron` and `Byron, Ada`; a single word is a first name, so that the last one is asked for. */
export function splitFullName(name: string): { first: string; last: string } {
  const text = name.trim().replace(/\s+/g, ' ');
  const comma = text.indexOf(',');
  if (comma > 0) return { first: text.slice(comma + 1).trim(), last: text.slice(0, comma).trim() };
  const words = text.split(' ');
  if (words.length === 1) return { first: text, last: '' };
  let lastFrom = words.length - 1;
  while (lastFrom > 1 && particles.has((words[lastFrom - 1] ?? '').toLowerCase())) lastFrom--;
  return { first: words.slice(0, lastFrom).join(' '), last: words.slice(lastFrom).join(' ') };
}
