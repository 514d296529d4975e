import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Call, Register } from '#server/http/register.ts';
import { changeLeads } from './bulk.ts';
import { withOneChange } from './limiters.ts';
import { progressOf, type ReportProgress, withProgress } from './progress.ts';
import { undoLeadsChange } from './undo.ts';

type BulkCaller = Pick<
  Call<typeof routes.changeLeads>,
  'caller' | 'request' | 'closed' | 'recheck'
>;

/** None of them takes the turns of its caller's other calls: a change may take minutes. */
const atOnce = { waits: false };

export function bulkRoutes(register: Register, { db, clock }: AppContext): void {
  const callOf = (
    { caller, request, closed, recheck }: BulkCaller,
    reportProgress: ReportProgress,
  ) => ({
    db,
    caller,
    requestId: request.id,
    clock,
    signal: closed,
    reportProgress,
    mayChange: recheck,
  });

  register(
    routes.changeLeads,
    (call) =>
      withOneChange(call.caller.id, () =>
        withProgress(call.caller.id, call.body.change_id, (reportProgress) =>
          changeLeads(callOf(call, reportProgress), call.body),
        ),
      ),
    atOnce,
  );

  register(
    routes.changeLeadsProgress,
    async ({ caller, query }) => progressOf(caller.id, query.change_id),
    atOnce,
  );

  register(
    routes.undoLeadsChange,
    (call) =>
      withOneChange(call.caller.id, () =>
        undoLeadsChange(
          callOf(call, () => {}),
          call.params.id,
        ),
      ),
    atOnce,
  );
}
