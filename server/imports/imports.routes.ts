import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { done } from '#contract/http.ts';
import type { ColumnChoice } from '#contract/imports.ts';
import { importText } from '#contract/imports.ts';
import { maxUploadBytes } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { withReceivedFile } from '#server/http/receive-file.ts';
import type { Call, Register } from '#server/http/register.ts';
import { whoseRecords } from '#server/lib/whose.ts';
import { listImports, undoImport } from './imports.ts';
import { withCheckSlot, withUploadSlot } from './limiters.ts';
import { progressOf, withProgress } from './progress.ts';
import { checkUpload, reportUpload, type Sent, uploadLeads } from './uploads.ts';

type FileCall = Pick<Call<typeof routes.checkUpload>, 'caller' | 'request' | 'reply' | 'query'>;

export function uploadRoutes(register: Register, { db, clock }: AppContext): void {
  /** Receives the file of a call, and tells how far it has come while it is worked on. */
  const receive = <T>(
    { caller, request, reply, query }: FileCall,
    work: (sent: Sent) => Promise<T>,
  ) => {
    const { upload: field } = routes.uploadLeads;
    const rules = { field, maxBytes: maxUploadBytes, texts: importText };
    const { columns, upload_id } = query as { columns?: ColumnChoice; upload_id?: string };
    return withReceivedFile(request, reply, rules, ({ path, name }, signal) =>
      withProgress(caller.id, upload_id, (tell) =>
        work({ db, partnerId: caller.id, path, fileName: name, columns, signal, clock, tell }),
      ),
    );
  };

  register(routes.uploadLeads, (call) =>
    withUploadSlot(call.caller.id, () =>
      receive(call, (sent) =>
        uploadLeads(sent, { ...call.query, uploadId: call.query.upload_id }, call.recheck),
      ),
    ),
  );

  register(routes.checkUpload, (call) =>
    withCheckSlot(call.caller.id, () => receive(call, checkUpload)),
  );

  register(routes.reportUpload, (call) =>
    withCheckSlot(call.caller.id, () =>
      receive(call, async (sent) => {
        const path = `${sent.path}.report`;
        const { format } = await reportUpload(sent, { path, badOnly: call.query.rows === 'bad' });
        await sendFile(call.reply, path, reportName(sent.fileName, format));
      }),
    ),
  );

  register(routes.uploadProgress, async ({ caller, query }) =>
    progressOf(caller.id, query.upload_id),
  );

  register(routes.listImports, ({ caller, query }) =>
    listImports(db, whoseRecords(caller, query.partner_id), query),
  );

  register(routes.undoImport, async ({ caller, params }) => ({
    ...done,
    count: await undoImport(
      db,
      whoseRecords(caller),
      { id: params.id, undoneBy: caller.id },
      clock(),
    ),
  }));
}

function reportName(fileName: string, format: string): string {
  return `${fileName.replace(/\.[^.]*$/, '')} - errors.${format}`;
}

/** Answers with a file, and is done when it has been sent: it may be gone the moment after. */
async function sendFile(reply: FastifyReply, path: string, name: string): Promise<void> {
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  reply.type('application/octet-stream').send(createReadStream(path));
  await finished(reply.raw);
}
