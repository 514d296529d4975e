import { randomInt, randomUUID } from 'node:crypto';

let lastMillisecond = 0;
let sequence = 0;

/**
 * A UUIDv7. Within one millisecond a counter keeps the ids of this process in the order in which
 * they were made, so that the rows of one upload stay in the order of the file.
 */
export function uuidv7(now: number = Date.now()): string {
  if (now > lastMillisecond) {
    lastMillisecond = now;
    sequence = randomInt(0x0400);
  } else if (++sequence > 0x0fff) {
    lastMillisecond += 1;
    sequence = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const counter = sequence.toString(16).padStart(3, '0');
  // The end of any random UUID: its variant is the same, and node keeps random bits ready for it.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${randomUUID().slice(19)}`;
}

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return pattern.test(value);
}
