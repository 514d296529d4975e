import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { type RunningEmulator, startEmulator } from '#emulator/start.ts';
