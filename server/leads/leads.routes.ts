import { done } from '#contract/http.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Cause } from '#server/events/events.ts';
import type { Register } from '#server/http/register.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import { ownerOfAdded } from '#server/partners/partners.ts';
import { correctLead } from './correct.ts';
import { deleteLead, restoreLead } from './deleting.ts';
import { countLeads, createLeadFor, createLeadsTogether, getLead } from './leads.ts';
import { addNote, countUnreadLeads, readNotes } from './notes.ts';
import { readTimeline } from './timeline.ts';

export function leadRoutes(register: Register, context: AppContext): void {
  const { db, clock } = context;
  const addLead = createLeadsTogether(db);
  register(routes.countLeads, async ({ caller, query }) => ({
    count: await countLeads(
      await db.readerFor(caller.id),
      whoseRecords(caller, query.partner_id),
      query.status_group,
    ),
  }));

  register(
    routes.createLead,
    async (call) => {
      const { partner_id, ...input } = call.body;
      const owner = await ownerOfAdded(db, call.caller, partner_id);
      const lead =
        owner === call.caller.id
          ? await addLead(owner, input, { source: 'form' }, clock())
          : await createLeadFor(db, owner, input, causesBy(clock)(call));
      return { lead };
    },
    { isShared: (caller) => caller.role === 'partner' },
  );

  register(routes.getLead, async ({ caller, params }) => ({
    lead: await getLead(db, caller, params.id),
  }));

  register(
    routes.createExternalLead,
    async ({ caller, body }) => {
      const { phone, ...lead } = body;
      const input = { ...lead, phone_number: phone };
      const origin = { source: 'api', tokenName: caller.token_name } as const;
      const stored = await addLead(caller.partner_id, input, origin, clock());
      return { ...done, lead_id: stored.id };
    },
    { isShared: () => true },
  );

  changeRoutes(register, context);
  timelineRoutes(register, context);
}

/** A change is its caller's, and known by the request that asked for it. */
function causesBy(clock: AppContext['clock']) {
  return (call: { caller: { id: string }; request: { id: string } }): Cause => ({
    by: call.caller.id,
    requestId: call.request.id,
    clock,
  });
}

function changeRoutes(register: Register, { db, clock }: AppContext): void {
  const causeOf = causesBy(clock);

  register(routes.updateLead, async (call) => {
    const { caller, params, body } = call;
    return { lead: await correctLead(db, caller, params.id, body, causeOf(call)) };
  });

  register(routes.deleteLead, async (call) => {
    await deleteLead(db, call.caller, call.params.id, causeOf(call));
    return done;
  });

  register(routes.restoreLead, async (call) => ({
    lead: await restoreLead(db, call.caller, call.params.id, causeOf(call)),
  }));
}

function timelineRoutes(register: Register, { db, clock, config }: AppContext): void {
  const causeOf = causesBy(clock);

  register(routes.listLeadEvents, ({ caller, params, query }) =>
    readTimeline(db, caller, params.id, query),
  );

  register(routes.addNote, async (call) => {
    const { caller, params, body } = call;
    const limit = config.rateLimits.notes;
    return { event: await addNote(db, caller, params.id, body.text, causeOf(call), limit) };
  });

  register(routes.markNotesRead, async ({ caller, params }) => {
    await readNotes(db, caller, params.id);
    return done;
  });

  register(routes.countUnreadLeads, async ({ caller }) => ({
    count: await countUnreadLeads(db, caller),
  }));
}
