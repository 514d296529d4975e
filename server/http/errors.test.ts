import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '#server/app-error.ts';
import { answerError, refuseConnection } from './errors.ts';

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

/** The lines that a failure leaves, without those of the request itself. */
async function linesFor(failure: Error) {
  const lines: { level: number; msg: string; err?: { stack: string } }[] = [];
  const write = (line: string) => lines.push(JSON.parse(line));
  const app = fastify({
    loggerInstance: pino({ base: null }, { write }),
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setErrorHandler(answerError);
  app.get('/', () => Promise.reject(failure));
  expect((await app.inject('/')).statusCode).toBeGreaterThanOrEqual(500);
  await app.close();
  return lines;
}

test('Who is told to come back leaves a line without a stack in the log', async () => {
  const [line, ...others] = await linesFor(new AppError('unavailable', 'Many files'));
  expect(line).toMatchObject({ level: 40, msg: 'Refused: Many files' });
  expect(line).not.toHaveProperty('err');
  expect(others).toEqual([]);
});

test.each([
  new Error('the disk failed'),
  new AppError('unavailable', 'Busy', { cause: new Error('the disk failed') }),
])('A failure of ours leaves its stack in the log (%#)', async (failure) => {
  const [line] = await linesFor(failure);
  expect(line).toMatchObject({ level: 50, msg: 'Request failed' });
  expect(line?.err?.stack).toContain('the disk failed');
});

test('A connection is destroyed though its caller takes not even the refusal', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    // Nothing that is written ever leaves.
    const socket = new Duplex({ read: () => undefined, write: () => undefined });
    refuseConnection(socket as Socket, 'too slow');
    vi.advanceTimersByTime(1_999);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
