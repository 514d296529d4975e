// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { ListScreens } from '../ListScreens.tsx';
import { aLeadInFull } from '../lead.fixture.ts';
import { anEvent, leadAnswers } from './opened-lead.fixture.ts';

test('Events so long that a page holds few of them are asked for until all are there', async () => {
  const events = Array.from({ length: 20 }, (_, n) => anEvent('note', { text: `Note ${n + 1}` }));
  const lead = aLeadInFull();
  answerCalls({
    ...leadAnswers(lead),
    [`GET /api/leads/${lead.id}/events`]: ({ query }) => {
      const offset = Number(query.offset);
      return { json: { events: events.slice(offset, offset + 7), total: events.length } };
    },
  });
  renderScreen(<ListScreens />, { at: `/leads/${lead.id}`, path: '/leads/:id?' });
  await screen.findByText('Note 20');
  expect(screen.getAllByText(/^Note \d+$/)).toHaveLength(20);
  expect(screen.queryByRole('button', { name: /Show older/ })).toBeNull();
});
