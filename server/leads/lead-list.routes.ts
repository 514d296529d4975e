import { diskText } from '#contract/disk-text.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Call, Register } from '#server/http/register.ts';
import { sendFile } from '#server/http/send-file.ts';
import { refuseWhileLow } from '#server/lib/disk-space.ts';
import { type Whose, whoseRecords } from '#server/lib/whose.ts';
import { ownerOfAdded } from '#server/partners/partners.ts';
import { exportLeads, withExportSlot } from './export.ts';
import { withExportFile } from './export-file.ts';
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

  // They take none of their caller's turns: they may take minutes, and are bounded by themselves.
  const answerWithExport = async (call: ExportCall, whose: Whose, query: Exported) => {
    await refuseWhileLow(disk, diskText.export);
    const { caller, reply, closed: signal } = call;
    const name = `leads-${dayOf(clock())}.${query.format}`;
    await withExportFile(
      caller.id,
      { disk, signal },
      (open) =>
        withExportSlot(caller.id, signal, async () => {
          // The slot may have been long in coming.
          await call.recheck();
          await exportLeads(db, whose, query, readerOf(caller), { open, signal });
        }),
      (path) => sendFile(reply, path, { name, format: query.format }),
    );
  };
  register(
    routes.exportLeads,
    (call) => answerWithExport(call, whoseRecords(call.caller, call.query.partner_id), call.query),
    { waits: false },
  );
  register(
    routes.exportChosenLeads,
    (call) => answerWithExport(call, whoseRecords(call.caller), call.body),
    {
      waits: false,
    },
  );
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
