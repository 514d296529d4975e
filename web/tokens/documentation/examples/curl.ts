import type { Example, ExampleFacts } from './example.ts';

/** Within single quotes a shell leaves everything alone but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function command({ address, header, token, lead }: ExampleFacts, options: string[]): string {
  return [
    `curl ${quoted(address)}`,
    ...options,
    "-H 'Content-Type: application/json'",
    `-H ${quoted(`${header}: ${token}`)}`,
    `-d ${quoted(JSON.stringify(lead, null, 2))}`,
  ].join(' \\\n  ');
}

export const curl: Example = {
  label: 'curl',
  create: (facts) => command(facts, ['-X POST']),
  retry: (facts) =>
    [
      '# --retry repeats after 429, 500 and 503, with pauses that double each time,',
      '# and waits as long as a Retry-After header says.',
      command(facts, ['-X POST', '--retry 5']),
    ].join('\n'),
};
