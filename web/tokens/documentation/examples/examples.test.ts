import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { languages } from './languages.ts';

const facts = {
  address: 'https://portal.example/api/v1/leads',
  header: 'X-API-Token',
  token: 'YOUR_API_TOKEN',
  lead: { first_name: "Séan O'Neill", custom_fields: { employees: 120, note: 'a "b" c' } },
};

describe.each(Object.values(languages))('the $label examples', ({ create, retry }) => {
  it('carry address, header and token', () => {
    for (const code of [create(facts), retry(facts)]) {
      expect(code).toContain(facts.address);
      expect(code).toContain(facts.header);
      expect(code).toContain(facts.token);
    }
  });

  it('pause for as long as Retry-After says', () => {
    expect(retry(facts)).toContain('Retry-After');
  });
});

it('the curl example gives the shell a quote within quotes', () => {
  const code = languages.curl.create(facts).replace(/^curl/, "printf '%s\\n'");
  const printed = spawnSync('sh', ['-c', code], { encoding: 'utf8' }).stdout;
  expect(JSON.parse(printed.slice(printed.indexOf('{')))).toEqual(facts.lead);
});

it('the JavaScript examples are JavaScript that holds the lead', () => {
  for (const code of [languages.javascript.create(facts), languages.javascript.retry(facts)]) {
    const [preface = ''] = code.split('async function');
    expect(new Function(`${preface} return lead;`)()).toEqual(facts.lead);
    expect(() => new Function(code)).not.toThrow();
  }
});

it('the PHP example escapes what would end a text', () => {
  expect(languages.php.create(facts)).toContain("'first_name' => 'Séan O\\'Neill',");
});
