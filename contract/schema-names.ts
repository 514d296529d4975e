import type { z } from 'zod';
import {
  administrator,
  administratorAnswer,
  administratorPasswordReset,
  newAdministrator,
  passwordChange,
  passwordConfirmation,
  session,
  user,
} from './accounts.ts';
import { addedLead } from './added-leads.ts';
import {
  amountChange,
  commissionChanges,
  commissionCounts,
  commissionExplanations,
  commissionSums,
  commissionTotals,
  companyEvent,
  explanation,
  partnerTotals,
} from './commissions.ts';
import {
  company,
  companyChange,
  companyConflict,
  companyDetails,
  companyLead,
} from './companies.ts';
import {
  backfillChange,
  commissionProperties,
  crm,
  crmAnswer,
  crmTest,
  mappingChange,
} from './crm.ts';
import { leadEvent, newNote, partnerName, person } from './events.ts';
import { errorBody, success, working } from './http.ts';
import {
  duplicate,
  fileCheck,
  importRecord,
  rowProblem,
  uploadErrorBody,
  uploadProgress,
  uploadResult,
} from './imports.ts';
import { bulkChange, bulkProgress, bulkResult, leadConflict, undoResult } from './lead-changes.ts';
import { externalLead, lead, leadAnswer, leadChange, leadDetails } from './leads.ts';
import { counted } from './lists.ts';
import { movement, stuckLead } from './movement.ts';
import {
  listedPartner,
  newPartner,
  partner,
  partnerAnswer,
  partnerChange,
  partnerFigures,
  partnerPasswordReset,
} from './partners.ts';
import { credentials, refreshRequest, signedIn } from './session.ts';
import { statement, statementChange } from './statements.ts';
import { apiToken, createdToken, newToken, tokenAnswer, tokenChange, tokenList } from './tokens.ts';
import { newView, view, viewAnswer, viewChange } from './views.ts';

/** What the schemas are called in the description of the API, and so in clients made from it. */
export const sentSchemas: Record<string, z.ZodType> = {
  Credentials: credentials,
  RefreshRequest: refreshRequest,
  NewPartner: newPartner,
  PartnerChange: partnerChange,
  PartnerPasswordReset: partnerPasswordReset,
  PasswordChange: passwordChange,
  PasswordConfirmation: passwordConfirmation,
  AdministratorPasswordReset: administratorPasswordReset,
  NewAdministrator: newAdministrator,
  NewLead: addedLead,
  ExternalLead: externalLead,
  LeadChange: leadChange,
  NewNote: newNote,
  BulkChange: bulkChange,
  NewToken: newToken,
  TokenChange: tokenChange,
  CompanyChange: companyChange,
  NewView: newView,
  ViewChange: viewChange,
  CrmMappingChange: mappingChange,
  CrmBackfillChange: backfillChange,
};

export const answeredSchemas: Record<string, z.ZodType> = {
  Error: errorBody,
  UploadError: uploadErrorBody,
  Success: success,
  User: user,
  Session: session,
  Administrator: administrator,
  AdministratorAnswer: administratorAnswer,
  SignedIn: signedIn,
  Partner: partner,
  PartnerAnswer: partnerAnswer,
  ListedPartner: listedPartner,
  PartnerFigures: partnerFigures,
  Movement: movement,
  StuckLead: stuckLead,
  Lead: lead,
  LeadDetails: leadDetails,
  LeadAnswer: leadAnswer,
  LeadConflict: leadConflict,
  LeadEvent: leadEvent,
  Person: person,
  PartnerName: partnerName,
  Count: counted,
  BulkResult: bulkResult,
  BulkProgress: bulkProgress,
  UndoResult: undoResult,
  FileCheck: fileCheck,
  RowProblem: rowProblem,
  Duplicate: duplicate,
  UploadResult: uploadResult,
  UploadProgress: uploadProgress,
  Import: importRecord,
  ApiToken: apiToken,
  TokenAnswer: tokenAnswer,
  TokenList: tokenList,
  CreatedToken: createdToken,
  Company: company,
  CompanyDetails: companyDetails,
  CompanyLead: companyLead,
  CompanyConflict: companyConflict,
  CompanyEvent: companyEvent,
  AmountChange: amountChange,
  CommissionChanges: commissionChanges,
  Explanation: explanation,
  CommissionExplanations: commissionExplanations,
  CommissionCounts: commissionCounts,
  CommissionSums: commissionSums,
  CommissionTotals: commissionTotals,
  PartnerTotals: partnerTotals,
  Statement: statement,
  StatementChange: statementChange,
  View: view,
  ViewAnswer: viewAnswer,
  Crm: crm,
  CrmAnswer: crmAnswer,
  CrmCommissionProperties: commissionProperties,
  CrmTest: crmTest,
  Working: working,
};
