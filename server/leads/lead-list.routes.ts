import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/app-error.ts';
import { attachment } from '#server/http/attachment.ts';
import type { Call, Register } from '#server/http/register.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import { exportLeads, withExportSlot } from './export.ts';
import { listDuplicates, listLeads } from './lead-list.ts';

type ExportCall = Call<typeof routes.exportLeads>;
type Caller = Call<typeof routes.listLeads>['caller'];

export function leadListRoutes(register: Register, { db, clock }: AppContext): void {
  const readerOf = ({ role }: Caller) => ({ role, now: clock() });

  register(routes.listLeads, ({ caller, query }) =>
    listLeads(db, whoseRecords(caller, query.partner_id), query, readerOf(caller)),
  );

  register(routes.findDuplicates, async ({ caller, query }) => ({
    leads: await listDuplicates(db, ownerOf(caller, query.partner_id), query, caller.role),
  }));

  const exportTo = async (call: ExportCall) => {
    const { caller, query, closed } = call;
    const whose = whoseRecords(caller, query.partner_id);
    const file = answerWithFile(call, `leads-${dayOf(clock())}.${query.format}`);
    const to = { open: file.open, signal: closed };
    await exportLeads(db, whose, query, readerOf(caller), to).catch(file.cutOff);
    await file.taken();
  };
  // Takes none of its caller's turns: it may take minutes, and is bounded by itself.
  register(
    routes.exportLeads,
    (call) => withExportSlot(call.caller.id, call.closed, () => exportTo(call)),
    { waits: false },
  );
}

/** Whose lead it would be: an administrator's own, unless they say for whom they add it. */
function ownerOf(caller: Caller, partnerId: unknown): string {
  if (!partnerId) return caller.id;
  const whose = whoseRecords(caller, partnerId);
  if (typeof whose === 'object') return whose.partner;
  throw new AppError('invalid', 'partner_id must be the id of a partner');
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** An answer that begins when its first bytes are there; what fails later cuts it off. */
function answerWithFile({ reply, closed }: ExportCall, name: string) {
  const bytes = new PassThrough();
  let taken: Promise<void> | undefined;
  // Whoever has gone is not waited for.
  const giveUp = () => bytes.destroy();
  return {
    open: () => {
      closed.addEventListener('abort', giveUp, { once: true });
      taken = finished(reply.raw).catch(() => {});
      reply.header('content-disposition', attachment(name));
      reply.type('application/octet-stream').send(bytes);
      return bytes;
    },
    cutOff: (error: Error) => {
      if (!taken) throw error;
      bytes.destroy(error);
    },
    taken: async () => {
      await taken;
      closed.removeEventListener('abort', giveUp);
    },
  };
}
