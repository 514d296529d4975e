import { diskText } from '#contract/disk-text.ts';
import { done } from '#contract/http.ts';
import { importText } from '#contract/import-text.ts';
import { isLeftByDesktop } from '#contract/imports.ts';
import { maxUploadBytes } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import type { AppContext } from '#server/app-context.ts';
import { invalidField } from '#server/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { withReceivedFile } from '#server/http/receive-file.ts';
import type { Call, Register } from '#server/http/register.ts';
import { sendFile } from '#server/http/send-file.ts';
import { refuseWhileLow } from '#server/lib/disk-space.ts';
import { isLeftOut, whoseRecords } from '#server/lib/whose.ts';
import { ownerOfAdded } from '#server/partners/partners.ts';
import { checkUpload } from './check-upload.ts';
import { getImport, listImports, undoImport } from './imports.ts';
import { withBytes, withCheckSlot, withUploadSlot } from './limiters.ts';
import { progressOf, withProgress } from './progress.ts';
import { reportUpload } from './report-upload.ts';
import { storeUpload } from './store-upload.ts';
import type { UploadedFile } from './uploaded-file.ts';

type FileCall = Pick<Call<typeof routes.checkUpload>, 'caller' | 'request' | 'reply' | 'query'>;

export function importRoutes(register: Register, { db, clock, config, disk }: AppContext): void {
  const rowLimit = config.rateLimits.uploaded_rows;
  /** Receives the file of a call and hands it on; meanwhile its sender can ask for its progress. */
  const receive = async <T>(
    { caller, request, reply, query }: FileCall,
    work: (upload: UploadedFile) => Promise<T>,
  ) => {
    const { upload: field, formFields } = routes.uploadLeads;
    // Before the file is received, which may take minutes.
    await refuseWhileLow(disk, diskText.upload);
    await ownerOfAdded(db, caller, query.partner_id);
    const sentBy = { id: caller.id, role: caller.role, requestId: request.id };
    const { columns, first_row, upload_id } = query;
    return withBytes(caller.id, (take) => {
      const file = { field, isIgnored: isLeftByDesktop, maxBytes: maxUploadBytes, take };
      const rules = { ...file, textFields: formFields, texts: importText };
      return withReceivedFile(request, reply, rules, ({ name, fields, ...file }, signal) =>
        withProgress(caller.id, upload_id, async (reportProgress) => {
          const said = [query.partner_id, ...(fields.get('partner_id') ?? [])];
          const partnerId = await ownerSaid(db, caller, said);
          const sender = { db, partnerId, sentBy, signal, rowLimit, clock, reportProgress };
          const isFirstRowLead = first_row === 'lead';
          return work({ ...sender, ...file, fileName: name, columns, isFirstRowLead });
        }),
      );
    });
  };

  register(routes.uploadLeads, (call) =>
    withUploadSlot(call.caller.id, () =>
      receive(call, (upload) =>
        storeUpload(upload, call.query, async () => {
          await call.recheck();
          await ownerOfAdded(db, call.caller, upload.partnerId);
        }),
      ),
    ),
  );

  register(routes.checkUpload, (call) =>
    withCheckSlot(call.caller.id, () => receive(call, checkUpload)),
  );

  register(routes.reportUpload, (call) =>
    withCheckSlot(call.caller.id, () =>
      receive(call, async (upload) => {
        const path = `${upload.path}.report`;
        const { format } = await reportUpload(upload, { path, badOnly: call.query.rows === 'bad' });
        const name = reportName(upload.fileName, format);
        await sendFile(call.reply, path, { name, format });
      }),
    ),
  );

  register(routes.uploadProgress, async ({ caller, query }) =>
    progressOf(caller.id, query.upload_id),
  );

  register(routes.listImports, ({ caller, query }) =>
    listImports(db, whoseRecords(caller, query.partner_id), query),
  );

  register(routes.getImport, async ({ caller, params }) => ({
    import: await getImport(db, whoseRecords(caller), params.id),
  }));

  register(routes.undoImport, async ({ caller, params, recheck }) => ({
    ...done,
    count: await undoImport(
      db,
      whoseRecords(caller),
      { id: params.id, undoneBy: caller.id, mayUndo: recheck },
      clock(),
    ),
  }));
}

/** Whoever names two partners has to say which. */
async function ownerSaid(db: Db, caller: FileCall['caller'], said: unknown[]): Promise<string> {
  const owners = new Set<string>();
  for (const id of said.filter((id) => !isLeftOut(id)))
    owners.add(await ownerOfAdded(db, caller, id));
  if (owners.size > 1) throw invalidField('partner_id', importText.twoPartners);
  return [...owners][0] ?? caller.id;
}

function reportName(fileName: string, format: string): string {
  return `${fileName.replace(/\.[^.]*$/, '') || 'file'} - errors.${format}`;
}
