import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Call, Register } from '#server/http/register.ts';
import { changeLeads, type LastingCall, progressOf } from './bulk.ts';
import { withOneChange } from './limiters.ts';
import { undoLeadsChange } from './undo.ts';

type BulkCaller = Pick<Call<typeof routes.changeLeads>, 'caller' | 'request' | 'recheck'>;

/** None of them takes the turns of its caller's other calls: a change may take minutes. */
const atOnce = { waits: false };

export function bulkRoutes(register: Register, { db, clock }: AppContext): void {
  const madeBy = ({ caller, request, recheck }: BulkCaller): LastingCall => ({
    db,
    caller,
    requestId: request.id,
    clock,
    mayChange: recheck,
  });

  register(
    routes.changeLeads,
    (call) =>
      withOneChange(call.caller.id, () =>
        changeLeads({ ...madeBy(call), signal: call.closed }, call.body),
      ),
    atOnce,
  );

  register(
    routes.changeLeadsProgress,
    ({ caller, query }) => progressOf(db, caller.id, query.change_id),
    atOnce,
  );

  register(routes.undoLeadsChange, (call) => undoLeadsChange(madeBy(call), call.params.id), atOnce);
}
