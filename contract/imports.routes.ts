import { z } from 'zod';
import { diskText } from './disk-text.ts';
import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import { importText } from './import-text.ts';
import {
  checkQuery,
  fileCheck,
  importRecord,
  importsQuery,
  progressQuery,
  reportQuery,
  type UploadQuery,
  uploadErrorBody,
  uploadProgress,
  uploadQuery,
  uploadResult,
} from './imports.ts';
import { maxUploadRows } from './limits.ts';
import { partnerIdText } from './lists.ts';
import { errorText } from './protocol.ts';
import { badPage, invalid, refused } from './refusals.ts';

const uploadErrors = {
  ...invalid(
    importText.noFile,
    importText.invalidFile,
    importText.oneFile,
    importText.twoPartners,
    importText.cutOff,
    importText.disguised,
    importText.empty,
    importText.noRows,
    importText.password,
    importText.damaged,
    importText.unreadable,
    importText.tooSlow,
    importText.tooLargeInside,
    importText.tooManyRows(maxUploadRows),
    importText.tooManyColumns,
    importText.noHeader,
    importText.noColumns,
    importText.columnsUnsaid,
    ...Object.values(partnerIdText),
  ),
  too_large: [importText.tooLarge],
  too_many: [importText.anotherUpload],
  unavailable: [importText.busy, diskText.upload],
  unsupported_media_type: [errorText.mediaType],
};

const countedErrors = {
  ...uploadErrors,
  too_many: [importText.anotherUpload, importText.dailyRows(), importText.moreThanDailyRows()],
};

const formFields = ['partner_id'] as const satisfies (keyof UploadQuery)[];

export const importsRoutes = {
  uploadLeads: route({
    ...endpoints.uploadLeads,
    summary: 'Add the leads of a CSV, XLS or XLSX file: all of them, or none and a row report',
    query: uploadQuery,
    formFields,
    errorBody: uploadErrorBody,
    status: 200,
    response: uploadResult,
    errors: { ...countedErrors, conflict: [importText.otherFile, importText.undone] },
  }),
  checkUpload: route({
    ...endpoints.checkUpload,
    summary: 'What a file holds, what is wrong in it and what repeats; nothing is stored',
    query: checkQuery,
    formFields,
    status: 200,
    response: fileCheck,
    errors: countedErrors,
  }),
  reportUpload: route({
    ...endpoints.reportUpload,
    summary: 'The rows of a file with a column Errors: CSV for a CSV file, XLSX for a workbook',
    query: reportQuery,
    formFields,
    status: 200,
    response: z.unknown(),
    errors: {
      ...uploadErrors,
      too_large: [importText.tooLarge, importText.reportTooLarge],
    },
  }),
  uploadProgress: route({
    ...endpoints.uploadProgress,
    summary: 'How far the file of an upload, check or report with this upload_id has come',
    query: progressQuery,
    status: 200,
    response: uploadProgress,
    errors: refused(progressQuery),
  }),
  listImports: route({
    ...endpoints.listImports,
    summary: 'Files that leads were added from, newest first',
    query: importsQuery,
    status: 200,
    response: z.object({ imports: z.array(importRecord), total: z.number().int() }),
    errors: badPage,
  }),
  getImport: route({
    ...endpoints.getImport,
    summary: 'A file that leads were added from',
    params: idParams,
    status: 200,
    response: z.object({ import: importRecord }),
    errors: { not_found: [importText.notFound] },
  }),
  undoImport: route({
    ...endpoints.undoImport,
    summary: 'Delete all leads of an import, while none has been changed or deleted',
    params: idParams,
    status: 200,
    response: success.extend({ count: z.number().int() }),
    errors: {
      not_found: [importText.notFound],
      conflict: [importText.touched, importText.undone],
      unavailable: [importText.busy, errorText.beingChanged],
    },
  }),
};
