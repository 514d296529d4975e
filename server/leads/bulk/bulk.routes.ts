import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Call, Register } from '#server/http/register.ts';
import { type BulkCall, changeLeads, progressOf } from './bulk.ts';
import { withOneChange } from './limiters.ts';
import { undoLeadsChange } from './undo.ts';

type BulkCaller = Pick<
  Call<typeof routes.changeLeads>,
  'caller' | 'request' | 'closed' | 'recheck'
>;

/** None of them takes the turns of its caller's other calls: a change may take minutes. */
const atOnce = { waits: false };

export function bulkRoutes(register: Register, { db, clock }: AppContext): void {
  const madeBy = ({ caller, request, closed, recheck }: BulkCaller): BulkCall => ({
    db,
    caller,
    requestId: request.id,
    clock,
    signal: closed,
    mayChange: recheck,
  });

  register(
    routes.changeLeads,
    (call) => withOneChange(call.caller.id, () => changeLeads(madeBy(call), call.body)),
    atOnce,
  );

  register(
    routes.changeLeadsProgress,
    ({ caller, query }) => progressOf(db, caller.id, query.change_id),
    atOnce,
  );

  register(
    routes.undoLeadsChange,
    (call) => withOneChange(call.caller.id, () => undoLeadsChange(madeBy(call), call.params.id)),
    atOnce,
  );
}
