import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerError } from './errors.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  app.setErrorHandler(answerError);
  app.get('/:status', async (request) => {
    const { status } = request.params as { status: string };
    throw Object.assign(new Error('in the words of the framework'), { statusCode: Number(status) });
  });
});
afterAll(() => app.close());

test.each([
  [400, 400, 'The request body is not valid JSON'],
  [403, 404, 'There is nothing at this address'],
  [406, 415, 'This content type is not accepted here'],
  [412, 400, 'The request could not be read'],
  [413, 413, 'The request body is too large'],
  [415, 415, 'This content type is not accepted here'],
  [416, 400, 'The request could not be read'],
  [418, 400, 'The request could not be read'],
  [499, 400, 'The request could not be read'],
  [500, 500, 'Internal server error'],
  [502, 500, 'Internal server error'],
])(
  'What the framework would answer with %i is answered with %i: %s',
  async (thrown, status, error) => {
    const answer = await app.inject(`/${thrown}`);
    expect([answer.statusCode, answer.json()]).toEqual([status, { error }]);
  },
);
