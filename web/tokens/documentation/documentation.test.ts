import { describe, expect, it } from 'vitest';
import { documentedErrors } from '#contract/http.ts';
import { externalLead } from '#contract/leads.ts';
import { routes } from '#contract/routes.ts';
import { reachableAddress } from '../tokens.api.ts';
import { errorAnswers, onOneLine } from './error-answers.ts';
import { leadFields } from './lead-fields.ts';
import { rateText } from './rate-text.ts';
import { sampleAnswer, sampleLead, tokenHeader } from './sample-lead.ts';

describe('the documented fields', () => {
  const fields = leadFields();

  it('are exactly those of the contract', () => {
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(externalLead.shape).sort());
  });

  it('name those that are required', () => {
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    expect(required).toEqual(['first_name', 'last_name', 'email']);
  });

  it('tell type and limit from the schema', () => {
    expect(fields.find(({ name }) => name === 'notes')).toEqual({
      name: 'notes',
      type: 'string',
      required: false,
      note: 'Anything your sales contact should know, at most 5,000 characters',
    });
    expect(fields.find(({ name }) => name === 'custom_fields')?.type).toBe('object');
  });
});

describe('the documented errors', () => {
  const answers = errorAnswers();

  it('are every failure of the contract, each with its meaning', () => {
    const texts = Object.values(documentedErrors(routes.createExternalLead)).flat();
    expect(answers.flatMap(({ bodies }) => bodies.map(({ error }) => error)).sort()).toEqual(
      texts.sort(),
    );
    expect(answers.filter(({ meaning }) => meaning === '')).toEqual([]);
  });

  it('have the statuses of the specification in order', () => {
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 403, 429, 500]));
  });

  it('show the field that a message is about', () => {
    expect(answers[0]?.bodies[0]).toEqual({
      error: 'Invalid email format',
      fields: { email: 'Invalid email format' },
    });
  });

  it('stand on one line', () => {
    expect(onOneLine({ error: 'API token is missing' })).toBe(
      '{ "error": "API token is missing" }',
    );
  });
});

describe('the samples', () => {
  it('are a lead and an answer of the contract', () => {
    expect(externalLead.safeParse(sampleLead).error).toBeUndefined();
    expect(routes.createExternalLead.response.safeParse(sampleAnswer).error).toBeUndefined();
  });

  it('write the header as the specification does', () => {
    expect(tokenHeader).toBe('X-API-Token');
  });
});

it.each([
  [{ max: 300, seconds: 60 }, '300 calls a minute'],
  [{ max: 12_000, seconds: 60 }, '12,000 calls a minute'],
  [{ max: 1, seconds: 10 }, '1 call in 10 seconds'],
])('a limit of %j reads %s', (limit, text) => {
  expect(rateText(limit)).toBe(text);
});

it.each([
  ['https://portal.example', 'https://portal.example'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://0.0.0.0:3000', 'http://seen.example'],
  ['http://[::]:3000', 'http://seen.example'],
])('a portal at %s, seen at http://seen.example, is called at %s', (described, called) => {
  expect(reachableAddress(described, 'http://seen.example')).toBe(called);
});
