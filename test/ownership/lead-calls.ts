import type { Transaction } from '#server/db/database.ts';
import * as bulk from '#server/leads/bulk/bulk.queries.ts';
import * as bulkChanges from '#server/leads/bulk/bulk-changes.queries.ts';
import * as progress from '#server/leads/bulk/progress.queries.ts';
import * as undo from '#server/leads/bulk/undo.queries.ts';
import * as companyLeads from '#server/leads/company-leads.queries.ts';
import * as correct from '#server/leads/correct.queries.ts';
import * as deleting from '#server/leads/deleting.queries.ts';
import * as duplicates from '#server/leads/duplicates.queries.ts';
import * as firstPage from '#server/leads/first-page.queries.ts';
import { readLeadFilter } from '#server/leads/lead-filter.ts';
import * as leadList from '#server/leads/lead-list.queries.ts';
import * as leadPages from '#server/leads/lead-pages.queries.ts';
import { duplicateKeys } from '#server/leads/lead-row.ts';
import * as leadSearch from '#server/leads/lead-search.queries.ts';
import * as leads from '#server/leads/leads.queries.ts';
import * as notes from '#server/leads/notes.queries.ts';
import { newId, type QueryCalls, whose } from './query-calls.ts';
import { hashOf, now, other, own, rowOf, sharedLead, uniqueLeadOf } from './rows.ts';

const order = { sort: undefined, newSince: now } as const;
const listed = { limit: 10, offset: 0, order, side: 'partner' } as const;
const all = readLeadFilter({}, { role: 'partner', now });
const deleted = readLeadFilter({ deleted: 'true' }, { role: 'admin', now });
const asked = (match = all, change = {}) => ({ whose, match, page: { ...listed, ...change } });
const findAny = (tx: Transaction, match = all, change = {}) =>
  leadPages.findAnyPage(tx, asked(match, change));
const findFirst = (tx: Transaction, match = all, change = {}) =>
  firstPage.findFirstPage(tx, asked(match, change));
const ofNoPartner = 'of all leads together, of which it tells numbers';
const byOther = { first_name: 'Someone', last_name: 'Else', email: 'someone@else.example' };
const partOfQueries = 'a part of the queries beside';
const bulkRecord = { kind: 'deleted', fingerprint: hashOf('change') } as const;
const bulkCause = { bulkId: newId, by: own.id, requestId: 'test', now };
const bothLeads = { ids: [own.uniqueLead, other.lead, other.uniqueLead] };
const allLeads = { match: all } as const;
const toOpen = { kind: 'status', status: 'open', statusKey: 'open' } as const;

export const leadCalls: QueryCalls = {
  'leads/company-leads.queries.ts': {
    findCompanyLeads: (tx) => companyLeads.findCompanyLeads(tx, whose, 'acme ltd', 10),
    findNamelessLead: (tx) => companyLeads.findNamelessLead(tx, whose, other.lead),
  },
  'leads/leads.queries.ts': {
    findLead: (tx) => leads.findLead(tx, whose, other.lead, 'partner'),
    findOwners: (tx) => leads.findOwners(tx, whose, [own.lead, other.lead]),
    countLeads: async (tx) => ({
      own: await leads.countLeads(tx, whose, ['new', 'live']),
      ofDeletedPartners: await leads.countLeads(tx, 'deleted partners', ['new', 'live']),
    }),
    insertLeads: (tx) => leads.insertLeads(tx, [rowOf(uniqueLeadOf(other), own, newId)]),
    copyLeads: (tx) => leads.copyLeads(tx, oneBatch([rowOf(sharedLead, own, newId)])),
    findSameLeads: async (tx) => ({
      byEmail: await leads.findSameLeads(tx, own.id, [
        duplicateKeys({ ...byOther, company_name: 'Else', email: uniqueLeadOf(other).email }),
      ]),
      byCompanyAndContact: await leads.findSameLeads(tx, own.id, [
        duplicateKeys({ ...uniqueLeadOf(other), email: byOther.email }),
      ]),
      own: await leads.findSameLeads(tx, own.id, [duplicateKeys(sharedLead)]),
    }),
  },
  'leads/stuck.queries.ts': { stuckLeads: partOfQueries },
  'leads/lead-columns.queries.ts': {
    columnsOf: partOfQueries,
    withOwner: partOfQueries,
    details: partOfQueries,
  },
  'leads/correct.queries.ts': {
    lockLead: (tx) => correct.lockLead(tx, whose, other.lead, 'partner'),
    updateLead: (tx) =>
      correct.updateLead(tx, whose, other.lead, { company_name: 'Mine' }, 'partner'),
  },
  'leads/deleting.queries.ts': {
    deleteLead: (tx) => deleting.deleteLead(tx, whose, other.lead, own.id),
    findDeletedLead: (tx) => deleting.findDeletedLead(tx, whose, other.deletedLead),
    restoreLead: (tx) => deleting.restoreLead(tx, whose, other.deletedLead),
    purgeLeads: 'of everybody whose lead was deleted long ago',
  },
  'leads/notes.queries.ts': {
    holdLead: (tx) => notes.holdLead(tx, whose, other.lead),
    markUnread: async (tx) => ({
      forPartner: await notes.markUnread(tx, whose, other.uniqueLead, 'partner'),
      forAdministrators: await notes.markUnread(tx, whose, other.uniqueLead, 'admin'),
    }),
    markTouched: (tx) => notes.markTouched(tx, whose, other.uniqueLead),
    markRead: (tx) => notes.markRead(tx, whose, other.lead, 'partner'),
    countUnread: (tx) => notes.countUnread(tx, whose, 'partner'),
  },
  'leads/bulk/bulk-changes.queries.ts': {
    claimBulkChanges: (tx) => bulkChanges.claimBulkChanges(tx, own.id),
    findBulkChange: 'by a change_id that anybody may choose: whoever calls it compares the user',
    insertBulkChange: (tx) =>
      bulkChanges.insertBulkChange(tx, { ...bulkRecord, id: newId, by_id: own.id }),
    finishBulkChange: 'of a change that the transaction itself has begun',
    lockBulkChange: (tx) => bulkChanges.lockBulkChange(tx, own.id, other.bulk),
    findUndoable: (tx) => bulkChanges.findUndoable(tx, own.id, other.bulk, 60),
    markUndone: (tx) => bulkChanges.markUndone(tx, own.id, other.bulk, 1),
    findForgettable: 'of changes that nobody can undo any more, whoever made them',
    forgetUndo: 'of changes that nobody can undo any more, whoever made them',
    deleteBulkChange: 'of changes that nobody can undo any more, whoever made them',
    countLeadsLater: 'of the transaction alone',
    countLeadsNow: 'of what the transaction itself has changed',
  },
  'leads/bulk/bulk.queries.ts': {
    chunkOf: partOfQueries,
    takenOf: partOfQueries,
    lockLeads: (tx) => bulk.lockLeads(tx, whose, { ids: [other.lead] }),
    correctStatistics: (db) => bulk.correctStatistics(db, 'leads', 1),
    noteLeads: async (tx) => ({
      byId: await bulk.noteLeads(tx, whose, bothLeads, { kind: 'deleted' }, bulkCause),
      byFilter: await bulk.noteLeads(tx, whose, allLeads, { kind: 'deleted' }, bulkCause),
    }),
    changeChunk: async (tx) => {
      await bulk.noteLeads(tx, whose, bothLeads, toOpen, bulkCause);
      return bulk.changeChunk(tx, bulkCause, toOpen, null);
    },
  },
  'leads/bulk/progress.queries.ts': {
    tellProgress: 'of the transaction alone',
    findProgress: (tx) => progress.findProgress(tx, own.id, other.bulk),
  },
  'leads/bulk/undo.queries.ts': {
    lockChunk: 'locks what a change of the caller has noted, and tells nothing',
    allowRestoring: 'of the transaction alone',
    undoChunk: async (tx) => {
      await bulk.noteLeads(tx, whose, bothLeads, { kind: 'deleted' }, bulkCause);
      await bulk.changeChunk(tx, bulkCause, { kind: 'deleted' }, null);
      return undo.undoChunk(tx, 'deleted', bulkCause, null);
    },
  },
  'leads/first-page.queries.ts': {
    isUsualFirstPage: partOfQueries,
    findFirstPage: async (tx) => ({
      all: await findFirst(tx),
      byCompany: await findFirst(tx, all, { order: { ...order, sort: 'company_name' } }),
      ofStatus: await findFirst(tx, { ...all, statusKeys: ['live'] }),
      ofStatuses: await findFirst(tx, { ...all, statusKeys: ['live', 'new'] }),
    }),
  },
  'leads/lead-pages.queries.ts': {
    isByDate: partOfQueries,
    foundIn: partOfQueries,
    leadsOf: partOfQueries,
    isFarPage: partOfQueries,
    isOfDeletedPartners: partOfQueries,
    countedByDay: partOfQueries,
    reversed: partOfQueries,
    findFarPage: async (tx) => ({
      fromTheStart: await leadPages.findFarPage(tx, asked(all, { limit: 1 })),
      fromTheEnd: await leadPages.findFarPage(tx, asked(all, { offset: 1 })),
      pastTheEnd: await leadPages.findFarPage(tx, asked(all, { offset: 2 })),
    }),
    findPlacedPage: async (tx) => {
      const ofEveryone = leadPages.countedByDay({ ...asked(), whose: 'everyone' });
      if (leadPages.countedByDay(asked()) || !ofEveryone) throw new Error('Counted for a partner');
      // The total is of everyone: whoever asks for one partner must not come here, and sees no lead.
      return (await leadPages.findPlacedPage(tx, asked(), ofEveryone)).leads;
    },
    findAnyPage: async (tx) => ({
      all: await findAny(tx),
      byCompany: await findAny(tx, all, { order: { ...order, sort: 'company_name' } }),
      byStatus: await findAny(tx, all, { order: { ...order, sort: 'status' } }),
      ofDeletedPartners: await leadPages.findAnyPage(tx, { ...asked(), whose: 'deleted partners' }),
      pastTheEnd: await findAny(tx, all, { offset: 2 }),
      deleted: await findAny(tx, deleted),
      searched: await findAny(tx, { ...all, search: 'acme' }),
      ofStatus: await findAny(tx, { ...all, statusKeys: ['live'] }),
      ofOwnImport: await findAny(tx, { ...all, importId: own.import }),
      ofOthersImport: await findAny(tx, { ...all, importId: other.import }),
      searchedOfStatus: await findAny(tx, { ...all, search: 'ada', statusKeys: ['live'] }),
      ofSource: await findAny(tx, { ...all, source: 'form' }),
      since: await findAny(tx, { ...all, from: now, country: 'Germany' }),
      unread: await findAny(tx, { ...all, unreadBy: 'partner' }),
      ofOthersIds: await findAny(tx, { ...all, ...bothLeads }),
    }),
  },
  'leads/lead-search.queries.ts': {
    searchByRarePart: ofNoPartner,
    findFewLeads: async (tx) => ({
      searched: await leadSearch.findFewLeads(tx, asked({ ...all, search: 'acme' })),
      ofStatus: await leadSearch.findFewLeads(
        tx,
        asked({ ...all, search: 'ada', statusKeys: ['live'] }),
      ),
      byPart: await leadSearch.findFewLeads(
        tx,
        asked({ ...all, searchByPart: { part: 'acm', whole: 'acme' } }),
      ),
    }),
  },
  'leads/lead-days.queries.ts': {
    readOfOneMoment: 'of the transaction alone',
    takeCounting: 'of the transaction alone',
    findMarkedDays: ofNoPartner,
    findDaysAhead: ofNoPartner,
    setCountedUntil: ofNoPartner,
    forgetDaysToCome: ofNoPartner,
    countStatusesOfDay: ofNoPartner,
    readTextsOfDay: 'counted by the portal itself, and told to nobody',
    storeDay: ofNoPartner,
    countOfKeys: ofNoPartner,
  },
  'leads/page-days.queries.ts': {
    daysOfPage: 'a part of the query that finds a far page',
  },
  'leads/duplicates.queries.ts': {
    findDuplicateLeads: async (tx) => {
      const find = (same: duplicates.PossibleDuplicate) =>
        duplicates.findDuplicateLeads(tx, own.id, same, { most: 5, side: 'partner' });
      const { email, ...contact } = duplicateKeys(uniqueLeadOf(other));
      const shared = duplicateKeys(sharedLead);
      return {
        byEmail: await find({ email }),
        byContact: await find({ contact }),
        own: await find({ email: shared.email, contact: shared }),
      };
    },
  },
  'leads/lead-list.queries.ts': {
    matchingLeads: 'a part of the queries beside it',
    tableOf: partOfQueries,
    inStatuses: partOfQueries,
    countersOf: partOfQueries,
    countNewest: partOfQueries,
    pagedLeads: partOfQueries,
    orderOf: partOfQueries,
    orderBy: partOfQueries,
    isCounted: partOfQueries,
    totalOf: partOfQueries,
    countMatchingLeads: async (tx) => ({
      all: await leadList.countMatchingLeads(tx, whose, all),
      deleted: await leadList.countMatchingLeads(tx, whose, deleted),
      ofOthersIds: await leadList.countMatchingLeads(tx, whose, { ...all, ...bothLeads }),
      unread: await leadList.countMatchingLeads(tx, whose, { ...all, unreadBy: 'partner' }),
      since: await leadList.countMatchingLeads(tx, whose, { ...all, from: now }),
    }),
    exportedLeads: async (tx) => ({
      byCompany: await tx.queryOnce(
        leadList.exportedLeads(whose, all, { ...order, sort: 'company_name' }),
      ),
      byStatus: await tx.queryOnce(
        leadList.exportedLeads(whose, all, { ...order, sort: '-status' }),
      ),
    }),
  },
  'leads/shown-order.queries.ts': {
    orderByShown: partOfQueries,
    inShownOrder: partOfQueries,
  },
};

async function* oneBatch<T>(batch: T): AsyncGenerator<T> {
  yield batch;
}
