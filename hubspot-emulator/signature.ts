import { createHmac } from 'node:crypto';

/** Version 3: the method, the whole address, the body as sent and the time, signed with the app's secret. */
export function signV3(
  secret: string,
  call: { method: string; uri: string; body: string; timestamp: string },
): string {
  const signed = call.method + call.uri + call.body + call.timestamp;
  return createHmac('sha256', secret).update(signed).digest('base64');
}
