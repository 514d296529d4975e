import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { changed, leadEvent, newNote } from './events.ts';
import { idParams, route, success } from './http.ts';
import { leadText } from './lead-text.ts';
import { counted, pageQuery } from './lists.ts';
import { noteText } from './note-text.ts';
import { errorText, headers } from './protocol.ts';
import { badPage, refused } from './refusals.ts';

const noMark = 'since must be a mark that the portal gave';
const streamQuery = z.object({
  since: z
    .string(noMark)
    .regex(/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19}){0,999})?$/, noMark)
    .optional()
    .describe(
      `\`${headers.changesSince}\` of the sign-in or of \`GET /api/me\`: what changed since then is told first, and nothing of before`,
    ),
});

const noSuchLead = { not_found: [leadText.notFound] } as const;

export const eventsRoutes = {
  listLeadEvents: route({
    ...endpoints.listLeadEvents,
    summary:
      'What happened to a lead, oldest first. A page of very long events has fewer than `limit`: ask on from those you have',
    params: idParams,
    query: pageQuery,
    status: 200,
    response: z.object({ events: z.array(leadEvent), total: z.number().int() }),
    errors: { ...badPage, ...noSuchLead },
  }),
  addNote: route({
    ...endpoints.addNote,
    summary: 'Write a note that the partner and the administrators read',
    params: idParams,
    body: newNote,
    status: 201,
    response: z.object({ event: leadEvent }),
    errors: {
      ...refused(newNote),
      ...noSuchLead,
      too_many: [noteText.tooMany()],
      unavailable: [errorText.beingChanged],
    },
  }),
  markNotesRead: route({
    ...endpoints.markNotesRead,
    summary: 'The notes of a lead have been read',
    params: idParams,
    status: 200,
    response: success,
    errors: { ...noSuchLead, unavailable: [errorText.beingChanged] },
  }),
  countUnreadLeads: route({
    ...endpoints.countUnreadLeads,
    summary: 'How many leads have a note that you have not read',
    status: 200,
    response: counted,
    errors: {},
  }),
  streamChanges: route({
    ...endpoints.streamChanges,
    summary:
      'Server-sent events named `changed`: what kind of thing changed among what you may see',
    query: streamQuery,
    status: 200,
    response: changed,
    errors: { ...refused(streamQuery, { since: 'x' }), unavailable: [errorText.busy] },
  }),
};
