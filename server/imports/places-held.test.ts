import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { partnerIdText } from '#contract/lists.ts';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { uuidv7 } from '#server/lib/uuid.ts';
import { check, csv, header, person } from '#test/imports.ts';
import { filePayload, type TestPortal, testPortal } from '#test/portal.ts';
import { withCheckSlot } from './limiters.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

test('A partner who does not exist is told before the file is received: it may take minutes', async () => {
  const admin = await portal.asAdmin();
  const answer = await admin.send({
    method: 'POST',
    url: `${routes.uploadLeads.path}?partner_id=${uuidv7()}`,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    // Nor is it missed that there is no file.
    payload: '--edge--\r\n',
  });
  expect(answer).toMatchObject({ status: 400, body: { error: partnerIdText.unknownPartner } });
});

test('A report keeps a place of its sender until it is taken', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  const content = `${header},notes\n${person(1)},${'x'.repeat(900_000)}`;
  const file = filePayload(content);
  const csrf = (await portal.anyone.call(routes.csrfToken)).body.csrf_token;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // Two of their three.
  const others = [1, 2].map(() => withCheckSlot(partner.user.id, () => held));
  const report = await portal.app.inject({
    method: 'POST',
    url: routes.reportUpload.path,
    payload: file.payload,
    headers: {
      ...{ authorization: `Bearer ${partner.token}`, [headers.csrf]: csrf },
      ...file.headers,
    },
    payloadAsStream: true,
  });
  expect(report.statusCode).toBe(200);
  expect((await check(other, csv(person(1)))).status).toBe(200);
  expect((await check(partner, csv(person(1)))).status).toBe(429);
  const taken = await report.stream().toArray();
  expect(Buffer.concat(taken).length).toBeGreaterThan(900_000);
  await vi.waitFor(async () => expect((await check(partner, csv(person(1)))).status).toBe(200));
  letGo();
  await Promise.all(others);
});
