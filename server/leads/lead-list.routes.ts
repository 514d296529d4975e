import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { diskText } from '#contract/disk-text.ts';
import type { FileFormat } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { asAttachment } from '#server/http/attachment.ts';
import type { Call, Register } from '#server/http/register.ts';
import { refuseWhileLow } from '#server/lib/disk-space.ts';
import { type Whose, whoseRecords } from '#server/lib/whose.ts';
import { ownerOfAdded } from '#server/partners/partners.ts';
import { exportLeads, withExportSlot } from './export.ts';
import { listDuplicates, listLeads } from './lead-list.ts';

type ExportCall = Call<typeof routes.exportLeads> | Call<typeof routes.exportChosenLeads>;
type Exported = Parameters<typeof exportLeads>[2];
type Caller = Call<typeof routes.listLeads>['caller'];

export function leadListRoutes(register: Register, { db, clock, disk }: AppContext): void {
  const readerOf = ({ role }: Caller) => ({ role, now: clock() });

  register(routes.listLeads, async ({ caller, query }) => {
    const whose = whoseRecords(caller, query.partner_id);
    return listLeads(await db.readerFor(caller.id), whose, query, readerOf(caller));
  });

  register(routes.findDuplicates, async ({ caller, query }) => {
    const owner = await ownerOfAdded(db, caller, query.partner_id);
    return { leads: await listDuplicates(db, owner, query, caller.role) };
  });

  const exportTo = async (call: ExportCall, whose: Whose, query: Exported) => {
    await refuseWhileLow(disk, diskText.export);
    const file = answerWithFile(call, `leads-${dayOf(clock())}.${query.format}`, query.format);
    const to = { open: file.open, signal: call.closed };
    await exportLeads(db, whose, query, readerOf(call.caller), to).catch(file.cutOff);
    await file.taken();
  };
  // They take none of their caller's turns: they may take minutes, and are bounded by themselves.
  const inSlot = (call: ExportCall, whose: Whose, query: Exported) =>
    withExportSlot(call.caller.id, call.closed, async () => {
      // The slot may have been long in coming.
      await call.recheck();
      await exportTo(call, whose, query);
    });
  register(
    routes.exportLeads,
    (call) => inSlot(call, whoseRecords(call.caller, call.query.partner_id), call.query),
    { waits: false },
  );
  register(routes.exportChosenLeads, (call) => inSlot(call, whoseRecords(call.caller), call.body), {
    waits: false,
  });
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** An answer that begins when its first bytes are there; what fails later cuts it off. */
function answerWithFile({ reply, closed }: ExportCall, name: string, format: FileFormat) {
  const bytes = new PassThrough();
  let taken: Promise<void> | undefined;
  // Whoever has gone is not waited for.
  const giveUp = () => bytes.destroy();
  return {
    open: () => {
      closed.addEventListener('abort', giveUp, { once: true });
      taken = finished(reply.raw).catch(() => {});
      asAttachment(reply, name, format).send(bytes);
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
