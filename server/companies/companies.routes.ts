import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { companyText } from '#contract/company-text.ts';
import { diskText } from '#contract/disk-text.ts';
import { maxStatementChanges } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { invalidField } from '#server/app-error.ts';
import type { Call, Register } from '#server/http/register.ts';
import { asAttachment } from '#server/http/send-file.ts';
import { refuseWhileLow } from '#server/lib/disk-space.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import { correctCommissions } from './commissions.ts';
import { getCompany, listLiveCompanies, readCompanyHistory } from './companies.ts';
import { readPeriod } from './period.ts';
import { readStatement } from './statement.ts';
import { statementFileName, statementLines } from './statement-file.ts';
import { sumCommissions } from './totals.ts';

export function companyRoutes(register: Register, context: AppContext): void {
  const { db, clock, config } = context;
  const { currency } = config;
  register(routes.listLiveCompanies, async ({ caller, query }) => {
    const reader = await db.readerFor(caller.id);
    const whose = whoseRecords(caller, query.partner_id);
    return { ...(await listLiveCompanies(reader, whose, query)), currency };
  });

  register(routes.sumCommissions, async ({ caller, query }) => {
    const period = readPeriod(query, clock());
    const whose = whoseRecords(caller, query.partner_id);
    const sums = await sumCommissions(db, whose, caller.role === 'admin', { ...query, period });
    const [from, to] = [period.from.toISOString(), period.before.toISOString()];
    return { ...sums, from, to, currency };
  });

  register(routes.getCompany, async ({ caller, params }) => ({
    ...(await getCompany(db, whoseRecords(caller), params.id)),
    currency,
  }));

  register(routes.listCompanyEvents, ({ caller, params, query }) =>
    readCompanyHistory(db, whoseRecords(caller), params.id, query),
  );

  register(routes.updateCompany, async ({ caller, params, body, request }) => {
    const cause = { by: caller.id, requestId: request.id, clock };
    return { company: await correctCommissions(db, caller, params.id, body, cause) };
  });

  statementRoutes(register, context);
}

function statementRoutes(
  register: Register,
  { db, clock, config: { currency }, disk }: AppContext,
): void {
  register(routes.getStatement, async (call) => {
    const limit = call.query.limit ?? maxStatementChanges;
    const statement = await readStatement(db, { ...askedFor(call, clock()), limit });
    return { statement: { ...statement, currency } };
  });

  register(routes.exportStatement, async (call) => {
    await refuseWhileLow(disk, diskText.export);
    const now = clock();
    const file = { ...askedFor(call, now), currency, now, timeZone: call.query.time_zone };
    const lines = statementLines(db, file);
    // What cannot be answered is refused before the file begins.
    const first = await lines.next();
    // Until its reader has it, or has gone, the file takes one of the caller's turns.
    const taken = finished(call.reply.raw).catch(() => {});
    const reply = asAttachment(call.reply, statementFileName(file), 'csv');
    reply.send(Readable.from(following(first, lines)));
    await taken;
  });
}

type StatementCall = Call<typeof routes.getStatement> | Call<typeof routes.exportStatement>;

/** A partner has their own, whatever they ask for; an administrator has to say whose. */
function askedFor({ caller, query }: StatementCall, now: Date) {
  const whose = whoseRecords(caller, query.partner_id);
  if (typeof whose === 'string') throw invalidField('partner_id', companyText.statement.noPartner);
  return { partner: whose.partner, period: readPeriod(query, now) };
}

async function* following(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}
