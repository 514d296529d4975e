import { expect, it } from 'vitest';
import { namesOurColumns } from './names-our-columns.ts';
import { sampleCsv } from './sample-csv.ts';

const [head = ''] = sampleCsv().split('\r\n');

it.each([
  ['as in the template', head, true],
  ['between quotes, with semicolons', '"Company Name";"First Name";"LAST_NAME";"Email"\r\n', true],
  ['with one missing', 'company_name,first_name,last_name', false],
  ['of a lead', 'Acme,Ada,Byron,ada@acme.example', false],
  ['below a lead', `Acme,Ada,Byron,ada@acme.example\n${head}`, false],
])('A first row %s: whether it names our columns', async (_, content, expected) => {
  expect(await namesOurColumns(new File([content], 'leads.csv'))).toBe(expected);
});

it('A file that cannot be read any more names nothing', async () => {
  const gone = Object.assign(new File([head], 'leads.csv'), {
    slice: () => ({ text: () => Promise.reject(new Error('gone')) }),
  });
  expect(await namesOurColumns(gone)).toBe(false);
});
