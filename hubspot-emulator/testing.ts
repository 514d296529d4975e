import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createControl } from './control.ts';
import { createEmulator, type EmulatorOptions } from './emulator.ts';

type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

const key = 'test-key';

/** An emulator without a port, whose clock moves only when it is told to. */
export function createTestEmulator(options: Partial<EmulatorOptions> = {}) {
  let now = Date.parse('2026-11-16T08:00:00.000Z');
  const emulator = createEmulator({ now: () => now, key, ...options });
  emulator.limits.settings.searchSecondly = options.limits?.searchSecondly ?? 10_000;
  emulator.limits.settings.tenSecondly = options.limits?.tenSecondly ?? 100_000;
  const control = createControl(emulator);
  const app: FastifyInstance = buildApp(emulator, control);
  return {
    app,
    emulator,
    control,
    passTime(milliseconds: number): void {
      now += milliseconds;
    },
    async ask(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: unknown) {
      const response = await app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${key}` },
        ...(body !== undefined && { payload: body as object }),
      });
      const isJson = String(response.headers['content-type']).includes('json');
      const answer: Answer = {
        status: response.statusCode,
        body: isJson ? response.json() : {},
        headers: response.headers,
      };
      return answer;
    },
  };
}

export type TestEmulator = ReturnType<typeof createTestEmulator>;

export function idsOf(answer: { body: Record<string, unknown> }): string[] {
  return (answer.body.results as { id: string }[]).map((record) => record.id);
}
