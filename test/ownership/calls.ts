import * as accounts from '#server/accounts/accounts.queries.ts';
import * as companies from '#server/companies/companies.queries.ts';
import type { Transaction } from '#server/db/database.ts';
import * as events from '#server/events/events.queries.ts';
import * as rateLimits from '#server/http/rate-limits.queries.ts';
import * as imports from '#server/imports/imports.queries.ts';
import * as bulk from '#server/leads/bulk/bulk.queries.ts';
import * as bulkChanges from '#server/leads/bulk/bulk-changes.queries.ts';
import * as progress from '#server/leads/bulk/progress.queries.ts';
import * as undo from '#server/leads/bulk/undo.queries.ts';
import * as correct from '#server/leads/correct.queries.ts';
import * as deleting from '#server/leads/deleting.queries.ts';
import { readLeadFilter } from '#server/leads/lead-filter.ts';
import * as leadList from '#server/leads/lead-list.queries.ts';
import { duplicateKeys } from '#server/leads/lead-row.ts';
import * as leads from '#server/leads/leads.queries.ts';
import * as notes from '#server/leads/notes.queries.ts';
import * as partners from '#server/partners/partners.queries.ts';
import * as session from '#server/session/session.queries.ts';
import * as throttle from '#server/session/sign-in-throttle.queries.ts';
import * as tokens from '#server/tokens/tokens.queries.ts';
import * as views from '#server/views/views.queries.ts';
import {
  addressOf,
  failuresOf,
  hashOf,
  limit,
  now,
  other,
  own,
  passwordHash,
  rowOf,
  sharedLead,
  uniqueLeadOf,
} from './rows.ts';

/** Calls a query as the first partner, also with the ids and the values of the other one. */
type OwnCall = (tx: Transaction) => Promise<unknown>;
/** Why a query is not about the rows of one partner. */
type Reason = string;

const ofJobs: Reason = 'work of the portal itself, of which nobody sees whose it is';
const ofHubSpot: Reason = 'what HubSpot has, asked by administrators and by jobs for all partners';
const page = { limit: 10, offset: 0, search: null };
const listed = { limit: 10, offset: 0, sort: undefined, side: 'partner' } as const;
const all = readLeadFilter({}, { role: 'partner', now });
const deleted = readLeadFilter({ deleted: 'true' }, { role: 'admin', now });
const findLeads = (tx: Transaction, match = all, change = {}) =>
  leadList.findLeads(tx, whose, match, { ...listed, ...change });
const whose = { partner: own.id };
const use = { now, address: '192.0.2.9', userAgent: 'new' };
const newId = '0192aaaa-0000-7000-8000-0000000000ff';
const byOther = { first_name: 'Someone', last_name: 'Else', email: 'someone@else.example' };
const newEvent = {
  id: newId,
  subject_id: own.lead,
  partner_id: own.id,
  kind: 'note',
  by_id: own.id,
  via: 'test',
  at: now.toISOString(),
  data: {},
  request_id: null,
  version: 1,
};
const partOfQueries = 'a part of the queries beside';
const bulkRecord = { kind: 'deleted', fingerprint: hashOf('change') } as const;
const bulkCause = { bulkId: newId, by: own.id, requestId: 'test', now };
const bothLeads = { ids: [own.uniqueLead, other.lead, other.uniqueLead] };
const allLeads = { match: all } as const;
const toOpen = { kind: 'status', status: 'open', statusKey: 'open' } as const;
const counts = { stored: 1, skipped: 0, failed: 0 };
const startOrOperation = 'of the whole portal, before anybody calls';
const operator = 'of whoever has the machine, for all of the portal';

/** Every query of the server by file and name. One that is not here fails the test beside. */
export const calls: Record<string, Record<string, OwnCall | Reason>> = {
  'leads/leads.queries.ts': {
    findLead: (tx) => leads.findLead(tx, whose, other.lead, 'partner'),
    countLeads: async (tx) => ({
      own: await leads.countLeads(tx, whose, ['new', 'live']),
      ofDeletedPartners: await leads.countLeads(tx, 'deleted partners', ['new', 'live']),
    }),
    insertLead: (tx) => leads.insertLead(tx, rowOf(uniqueLeadOf(other), own, newId)),
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
  'events/events.queries.ts': {
    insertEvents: (tx) => events.insertEvents(tx, [newEvent]),
    findEvents: async (tx) => ({
      own: await events.findEvents(tx, whose, own.lead, page),
      ofOther: await events.findEvents(tx, whose, other.lead, page),
    }),
    findSender: (tx) => events.findSender(tx, { id: own.lead, partner_id: own.id }),
    insertSubmissions: 'of an import that the transaction itself has stored',
  },
  'leads/bulk/bulk-changes.queries.ts': {
    claimBulkChanges: (tx) => bulkChanges.claimBulkChanges(tx, own.id),
    findBulkChange: 'by a change_id that anybody may choose: whoever calls it compares the user',
    insertBulkChange: (tx) =>
      bulkChanges.insertBulkChange(tx, { ...bulkRecord, id: newId, by_id: own.id }),
    finishBulkChange: 'of a change that the transaction itself has begun',
    lockBulkChange: (tx) => bulkChanges.lockBulkChange(tx, own.id, other.bulk),
    findUndoable: (tx) => bulkChanges.findUndoable(tx, own.id, other.bulk, 60),
    markUndone: (tx) => bulkChanges.markUndone(tx, own.id, other.bulk),
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
  'leads/lead-list.queries.ts': {
    matchingLeads: 'a part of the queries beside it',
    findLeads: async (tx) => ({
      all: await findLeads(tx),
      byCompany: await findLeads(tx, all, { sort: 'company_name' }),
      ofDeletedPartners: await leadList.findLeads(tx, 'deleted partners', all, listed),
      pastTheEnd: await findLeads(tx, all, { offset: 2 }),
      deleted: await findLeads(tx, deleted),
      searched: await findLeads(tx, { ...all, search: 'acme' }),
      ofStatus: await findLeads(tx, { ...all, statusKeys: ['live'] }),
      ofOwnImport: await findLeads(tx, { ...all, importId: own.import }),
      ofOthersImport: await findLeads(tx, { ...all, importId: other.import }),
      searchedOfStatus: await findLeads(tx, { ...all, search: 'ada', statusKeys: ['live'] }),
      ofSource: await findLeads(tx, { ...all, source: 'form' }),
      since: await findLeads(tx, { ...all, from: now, country: 'Germany' }),
      unread: await findLeads(tx, { ...all, unreadBy: 'partner' }),
      ofOthersIds: await findLeads(tx, { ...all, ...bothLeads }),
    }),
    countMatchingLeads: async (tx) => ({
      all: await leadList.countMatchingLeads(tx, whose, all),
      deleted: await leadList.countMatchingLeads(tx, whose, deleted),
      ofOthersIds: await leadList.countMatchingLeads(tx, whose, { ...all, ...bothLeads }),
      unread: await leadList.countMatchingLeads(tx, whose, { ...all, unreadBy: 'partner' }),
      since: await leadList.countMatchingLeads(tx, whose, { ...all, from: now }),
    }),
    findDuplicateLeads: async (tx) => {
      const find = (same: leadList.PossibleDuplicate) =>
        leadList.findDuplicateLeads(tx, own.id, same, { most: 5, side: 'partner' });
      const { email, ...contact } = duplicateKeys(uniqueLeadOf(other));
      const shared = duplicateKeys(sharedLead);
      return {
        byEmail: await find({ email }),
        byContact: await find({ contact }),
        own: await find({ email: shared.email, contact: shared }),
      };
    },
    exportedLeads: (tx) => tx.queryOnce(leadList.exportedLeads(whose, all, 'company_name')),
  },
  'views/views.queries.ts': {
    findViews: (tx) => views.findViews(tx, own.id),
    lockViewsOf: (tx) => views.lockViewsOf(tx, own.id),
    countViewsOf: (tx) => views.countViewsOf(tx, own.id),
    hasOtherView: (tx) =>
      views.hasOtherView(tx, own.id, { id: newId, nameKey: `only of ${other.name}` }),
    insertView: (tx) =>
      views.insertView(tx, {
        ...{ id: newId, ownerId: own.id, name: 'Same', nameKey: `only of ${other.name}`, now },
        ...{ query: '', shared: false },
      }),
    updateView: (tx) => views.updateView(tx, own.id, other.view, { name: 'Mine' }),
    deleteView: (tx) => views.deleteView(tx, own.id, other.view),
    deleteViewsOfUser: (tx) => views.deleteViewsOfUser(tx, own.id),
  },
  'db/lock-wait.queries.ts': { waitAtMost: 'of the transaction alone' },
  'db/cursor.queries.ts': { readInBatches: 'reads what another query finds' },
  'companies/companies.queries.ts': {
    findLiveCompanies: async (tx) => ({
      all: await companies.findLiveCompanies(tx, whose, page, 'portal'),
      ofDeletedPartners: await companies.findLiveCompanies(tx, 'deleted partners', page, 'portal'),
      searched: await companies.findLiveCompanies(tx, whose, { ...page, search: 'acme' }, 'portal'),
      mirrored: await companies.findLiveCompanies(tx, whose, page, 'hubspot'),
    }),
    updateCommissions: (tx) =>
      companies.updateCommissions(tx, whose, other.company, { alltime_commission_payable: '1' }),
    upsertMirrored: ofHubSpot,
    deleteMirrored: ofHubSpot,
    findMirrored: ofHubSpot,
  },
  'leads/taken-statuses.queries.ts': { updateStatuses: ofHubSpot },
  'jobs/jobs.queries.ts': {
    enqueue: ofJobs,
    claimJobs: ofJobs,
    renewClaim: ofJobs,
    settleJobs: ofJobs,
    retryJob: ofJobs,
    dropJob: ofJobs,
  },
  'crm/budget.queries.ts': {
    takeCall: ofHubSpot,
    noteLimit: ofHubSpot,
    noteDay: ofHubSpot,
    blockCalls: ofHubSpot,
    forgetRefusals: ofHubSpot,
  },
  'crm/connection.queries.ts': {
    switchOn: ofHubSpot,
    switchOff: ofHubSpot,
    storeFault: ofHubSpot,
    deleteFault: ofHubSpot,
    isOpen: ofHubSpot,
    takeProbe: ofHubSpot,
    replaceAccount: ofHubSpot,
    forgetAccount: ofHubSpot,
  },
  'crm/backfill.queries.ts': {
    storeOffer: ofHubSpot,
    storeState: ofHubSpot,
    lockBackfill: ofHubSpot,
    findUnsent: ofHubSpot,
    countHandedOver: ofHubSpot,
    storeProgress: ofHubSpot,
  },
  'crm/push.queries.ts': {
    findLeadsToPush: ofHubSpot,
    storePushed: ofHubSpot,
    storeLastPush: ofHubSpot,
  },
  'crm/crm.queries.ts': {
    findConnection: ofHubSpot,
    updateProperties: ofHubSpot,
    findLeadNames: ofHubSpot,
    countJobs: ofHubSpot,
    findParked: ofHubSpot,
  },
  'crm/cursors.queries.ts': {
    findCursor: ofHubSpot,
    beginRound: ofHubSpot,
    moveCursor: ofHubSpot,
    abandonRound: ofHubSpot,
    endRound: ofHubSpot,
    findSweep: ofHubSpot,
    moveSweep: ofHubSpot,
    hurrySweep: ofHubSpot,
  },
  'crm/links.queries.ts': {
    followHubSpot: ofHubSpot,
    lockLinks: ofHubSpot,
    findLinked: ofHubSpot,
    findLinksOf: ofHubSpot,
    findNextLinked: ofHubSpot,
    countLinked: ofHubSpot,
    relink: ofHubSpot,
    unlink: ofHubSpot,
    markArchived: ofHubSpot,
    markReturned: ofHubSpot,
    storeFacts: ofHubSpot,
    lockSides: ofHubSpot,
    storeAgreed: ofHubSpot,
    findTold: ofHubSpot,
  },
  'crm/mapping.queries.ts': {
    findValues: ofHubSpot,
    storeValues: ofHubSpot,
    markGone: ofHubSpot,
    storeUnknown: ofHubSpot,
    nameValues: ofHubSpot,
    countLeadsInValues: ofHubSpot,
    countLeadsByStatus: ofHubSpot,
    findLeadsInValue: ofHubSpot,
  },
  'tokens/tokens.queries.ts': {
    findTokens: (tx) => tokens.findTokens(tx, own.id, 10),
    lockTokensOf: (tx) => tokens.lockTokensOf(tx, own.id),
    insertToken: (tx) => {
      const token = { name: 'New', description: null, hash: hashOf('new'), display: 'new' };
      return tokens.insertToken(tx, { id: newId, userId: own.id, ...token, now }, 2);
    },
    revokeToken: (tx) => tokens.revokeToken(tx, own.id, other.token, now),
    revokeTokensOfUser: (tx) => tokens.revokeTokensOfUser(tx, own.id, now),
    deleteToken: (tx) => tokens.deleteToken(tx, own.id, other.token),
    deleteTokensOfUser: (tx) => tokens.deleteTokensOfUser(tx, own.id),
    findTokenByHash: (tx) => tokens.findTokenByHash(tx, own.tokenHash, limit),
  },
  'imports/imports.queries.ts': {
    findImport: 'by an upload_id that anybody may choose: whoever calls it compares the partner',
    findRecentImport: (tx) => imports.findRecentImport(tx, own.id, other.fingerprint, now),
    claimImports: (tx) => imports.claimImports(tx, own.id),
    insertImport: (tx) => {
      const file = { fileName: 'new.csv', fingerprint: other.fingerprint, now };
      return imports.insertImport(tx, { id: newId, partnerId: own.id, sentBy: own.id, ...file });
    },
    finishImport: (tx) => imports.finishImport(tx, own.import, counts),
    findImports: async (tx) => ({
      own: await imports.findImports(tx, whose, page),
      ofDeletedPartners: await imports.findImports(tx, 'deleted partners', page),
    }),
    findImportRecord: (tx) => imports.findImportRecord(tx, whose, other.import),
    findOwnImport: (tx) => imports.findOwnImport(tx, whose, other.import),
    undoImport: (tx) => imports.undoImport(tx, { id: own.import, undoneBy: own.id, now }),
    readColumnMemory: (tx) => imports.readColumnMemory(tx, own.id),
    rememberColumns: (tx) => imports.rememberColumns(tx, own.id, 'new titles', [], now),
  },
  'session/session.queries.ts': {
    insertSession: (tx) =>
      session.insertSession(tx, {
        id: newId,
        userId: own.id,
        passwordHash,
        refreshHash: hashOf('new refresh'),
        accessHash: hashOf('new access'),
        ...use,
        expiresAt: now,
        accessExpiresAt: now,
      }),
    insertAccessToken: (tx) => {
      const hashes = { refreshHash: own.refreshHash, accessHash: hashOf('new access') };
      return session.insertAccessToken(tx, { ...hashes, now, expiresAt: now }, limit);
    },
    findSession: (tx) => session.findSession(tx, own.accessHash, limit, now),
    findSessionToRenew: (tx) => session.findSessionToRenew(tx, own.refreshHash, limit, now),
    findAliveTokens: (tx) => session.findAliveTokens(tx, [own.accessHash], now),
    recordUse: (tx) => session.recordUse(tx, own.session, use, now),
    trimSessions: (tx) => session.trimSessions(tx, own.id, 2),
    findSessionsOf: (tx) => session.findSessionsOf(tx, own.id, now),
    deleteSessionOf: (tx) => session.deleteSessionOf(tx, own.id, other.session),
    deleteOtherSessionsOf: (tx) => session.deleteOtherSessionsOf(tx, own.id, newId),
    deleteSession: (tx) => session.deleteSession(tx, own.session),
    deleteSessionsOf: (tx) => session.deleteSessionsOf(tx, own.id),
    deleteExpiredSessions: 'of everybody whose session is over',
  },
  'session/sign-in-throttle.queries.ts': {
    countFailure: (tx) => throttle.countFailure(tx, failuresOf(own.id)),
    takeTurn: (tx) => throttle.takeTurn(tx, failuresOf(own.id).key),
    takeBackFailures: (tx) => throttle.takeBackFailures(tx, [failuresOf(own.id).key]),
    deleteFailures: (tx) => throttle.deleteFailures(tx, own.id),
    deleteStaleFailures: 'of everybody whose window is over',
    isKnownAddress: async (tx) => ({
      own: await throttle.isKnownAddress(tx, own.email, addressOf(own)),
      ofOther: await throttle.isKnownAddress(tx, own.email, addressOf(other)),
    }),
    rememberAddress: (tx) =>
      throttle.rememberAddress(tx, own.id, addressOf(other), { days: 1, most: 1 }),
    deleteKnownAddresses: (tx) => throttle.deleteKnownAddresses(tx, own.id),
    deleteExpiredAddresses: 'of everybody whose address is forgotten',
  },
  'accounts/accounts.queries.ts': {
    findAccountByKey: (tx) => accounts.findAccountByKey(tx, own.email),
    insertAccount: 'adds the account of a partner who has no rows yet',
    updatePassword: (tx) => accounts.updatePassword(tx, { id: own.id, role: 'partner' }, '', now),
    replacePassword: (tx) =>
      accounts.replacePassword(tx, { id: own.id, from: passwordHash, to: 'new', now }),
    markDeleted: (tx) => accounts.markDeleted(tx, { id: own.id, role: 'partner' }, now),
    lockAdministrators: startOrOperation,
    findAdministrators: 'what an administrator sees: all administrators',
    findAdministratorEmails: startOrOperation,
  },
  'partners/partners.queries.ts': {
    findPartners: 'what an administrator sees: all partners',
    findPartner: (tx) => partners.findPartner(tx, own.id),
    updatePartner: (tx) => partners.updatePartner(tx, own.id, { name: 'New', company: 'New' }),
  },
  'changes/changes.queries.ts': {
    changesChannel: 'the name of a channel',
    tellChanges: 'of everybody, to the portals themselves, which tell each only what concerns them',
  },
  'http/rate-limits.queries.ts': {
    countHits: 'a part of the queries that find a session and an API token',
    secondsUntil: 'a part of the queries that count',
    hit: (tx) => rateLimits.hit(tx, `calls:${own.id}`, limit),
    deleteStaleHits: 'of everybody whose window is over',
  },
  'db/whose.queries.ts': { ownedBy: 'the condition that the queries above are tried for' },
  'db/extensions.queries.ts': { ofNoExtension: startOrOperation },
  'db/secrets.queries.ts': { findOrCreateSecret: startOrOperation },
  'db/migrate.queries.ts': {
    lockMigrations: startOrOperation,
    appliedVersions: startOrOperation,
    recordMigration: startOrOperation,
    newestVersion: startOrOperation,
    serverVersion: startOrOperation,
  },
  'db/embedded/embedded.queries.ts': {
    connect: startOrOperation,
    seesFile: startOrOperation,
    tryPortalLock: startOrOperation,
    ensureDatabase: startOrOperation,
    ensureRole: startOrOperation,
    isOwner: startOrOperation,
    giveContents: startOrOperation,
  },
  'operation/backup.queries.ts': {
    readOneMoment: startOrOperation,
    findTables: startOrOperation,
    findSchemaVersion: startOrOperation,
    rowsOut: operator,
    rowsIn: operator,
    hasRows: operator,
    countOtherPortals: startOrOperation,
    dropEverything: operator,
    suspendRules: operator,
    emptyTables: operator,
    waitWithoutLimit: startOrOperation,
  },
};

async function* oneBatch<T>(batch: T): AsyncGenerator<T> {
  yield batch;
}
