// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { PartnerLink } from './PartnerLink.shared.tsx';

const nora = {
  id: '9',
  name: 'Nora',
  email: 'n@n.example',
  company: null,
  created_at: '2026-01-01',
};
const nameless = { ...nora, id: '5', name: 'nan' };
const names = (
  <>
    <PartnerLink id="9" name="Nora" />
    <PartnerLink id="2" name="Ada Admin" />
    <PartnerLink id="3" name="Otto Admin" />
    <PartnerLink id="4" name={null} />
    <PartnerLink id="5" name="nan" />
  </>
);
const links = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('A partner’s name leads to their page; an administrator’s, who has none, leads nowhere', async () => {
  answerCalls({ 'GET /api/partners': { json: { partners: [nora, nameless] } } });
  renderScreen(names, { as: 'admin' });
  // The reader is known to be no partner before the partners are here.
  expect(links().map(([name]) => name)).toEqual(['Nora', 'Otto Admin', 'Not available']);
  await waitFor(() =>
    expect(links()).toEqual([
      ['Nora', '/partners/9'],
      // Somebody is there, and can be given a name.
      ['Not available', '/partners/5'],
    ]),
  );
  for (const name of ['Ada Admin', 'Otto Admin', 'Unknown Partner'])
    expect(screen.getByText(name)).toBeDefined();
});

test('Partners are led nowhere, and do not ask who the partners are', () => {
  const calls = answerCalls({});
  renderScreen(names, { as: 'partner' });
  expect([links(), calls]).toEqual([[], []]);
});
