import { dayMilliseconds } from '#contract/days.ts';
import * as accounts from '#server/accounts/accounts.queries.ts';
import * as companies from '#server/companies/companies.queries.ts';
import * as keptTotals from '#server/companies/kept-totals.queries.ts';
import * as statements from '#server/companies/statement.queries.ts';
import * as totals from '#server/companies/totals.queries.ts';
import * as events from '#server/events/events.queries.ts';
import * as rateLimits from '#server/http/rate-limits.queries.ts';
import * as imports from '#server/imports/imports.queries.ts';
import * as movement from '#server/movement/movement.queries.ts';
import * as figures from '#server/partners/figures.queries.ts';
import * as partners from '#server/partners/partners.queries.ts';
import * as session from '#server/session/session.queries.ts';
import * as throttle from '#server/session/sign-in-throttle.queries.ts';
import * as tokens from '#server/tokens/tokens.queries.ts';
import * as views from '#server/views/views.queries.ts';
import { crmCalls, ofHubSpot } from './crm-calls.ts';
import { leadCalls } from './lead-calls.ts';
import { newId, type QueryCalls, whose } from './query-calls.ts';
import { addressOf, failuresOf, hashOf, limit, now, other, own, passwordHash } from './rows.ts';

const daysFromNow = (days: number) => new Date(now.getTime() + days * dayMilliseconds);
/** Another one at every moment. */
const withoutMark = ({ mark: _, ...found }: { mark: string }) => found;
const page = { limit: 10, offset: 0, search: null };
const use = { now, address: '192.0.2.9', userAgent: 'new' };
const period = { from: new Date(now.getTime() - 1000), before: new Date(now.getTime() + 1000) };
const threeDays = { from: daysFromNow(-1), before: daysFromNow(2) };
const noCommissions = {
  commission_payable_to_partner: null,
  commission_payable_rate: null,
  commission_payable_base: null,
  alltime_commission_payable: '1',
  alltime_commission_rate: null,
  alltime_commission_base: null,
};
const newEvent = {
  id: newId,
  subject: 'lead' as const,
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
const counts = { stored: 1, skipped: 0, failed: 0 };
const ofOneself = 'how far the log was when somebody wrote, and no row of theirs';
const startOrOperation = 'of the whole portal, before anybody calls';
const housekeeping = 'adds up what is kept already, for all';
const longAgo = { submitted: '2020-01-06', won: '2020-01-06' };
const operator = 'of whoever has the machine, for all of the portal';

/** Every query of the server by file and name. One that is not here fails the test beside. */
export const calls: QueryCalls = {
  ...leadCalls,
  ...crmCalls,
  'events/events.queries.ts': {
    insertEvents: (tx) => events.insertEvents(tx, [newEvent]),
    findEvents: async (tx) => ({
      own: await events.findEvents(tx, whose, own.lead, page),
      ofOther: await events.findEvents(tx, whose, other.lead, page),
    }),
    findSender: (tx) => events.findSender(tx, { id: own.lead, partner_id: own.id }),
    insertSubmissions: 'of an import that the transaction itself has stored',
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
  'db/snapshot.queries.ts': { currentSnapshot: 'a part of queries, of the whole database' },
  'db/claims.queries.ts': { claim: 'of the transaction alone' },
  'db/one-moment.queries.ts': { atOneMoment: 'of the transaction alone' },
  'companies/companies.queries.ts': {
    findLiveCompanies: async (tx) => ({
      all: await companies.findLiveCompanies(tx, whose, page, 'portal'),
      ofDeletedPartners: await companies.findLiveCompanies(tx, 'deleted partners', page, 'portal'),
      searched: await companies.findLiveCompanies(tx, whose, { ...page, search: 'acme' }, 'portal'),
      mirrored: await companies.findLiveCompanies(tx, whose, page, 'hubspot'),
    }),
    findCompany: (tx) => companies.findCompany(tx, whose, other.company, 'portal'),
    findSharedWith: (tx) => companies.findSharedWith(tx, whose, own.company),
    lockPayingCompany: (tx) => companies.lockPayingCompany(tx, whose, other.company),
    updateCommissions: (tx) => companies.updateCommissions(tx, whose, other.company, noCommissions),
    liveCompanies: 'a part of the queries that list and sum',
    summedUp: 'a part of the queries that list and sum',
  },
  'companies/mirror.queries.ts': {
    upsertMirrored: ofHubSpot,
    deleteMirrored: ofHubSpot,
    findMirrored: ofHubSpot,
  },
  'companies/statement.queries.ts': {
    findBalance: (tx) => statements.findBalance(tx, whose, period, 'portal'),
    findGaps: (tx) => statements.findGaps(tx, whose, period, 'portal'),
    findChanges: (tx) => statements.findChanges(tx, whose, period, 'portal', page.limit),
    findChangeIds: (tx) => statements.findChangeIds(tx, whose, period, 'portal'),
    findChangesById: async (tx) => {
      const ids = await statements.findChangeIds(tx, 'everyone', period, 'portal');
      return statements.findChangesById(tx, whose, ids);
    },
    findPartnerOf: (tx) => statements.findPartnerOf(tx, own.id),
    changesOf: 'a part of the queries that sum',
  },
  'companies/kept-totals.queries.ts': {
    keptTotals: (tx) => tx.query(keptTotals.keptTotals(whose, 'portal')),
    keptEarnings: async (tx) => ({
      ofParts: await tx.query(keptTotals.keptEarnings(whose, period, 'portal')),
      ofWholeDays: await tx.query(keptTotals.keptEarnings(whose, threeDays, 'portal')),
    }),
    sumsOfKept: 'a part of the queries that sum',
    foldTotals: housekeeping,
    foldEarnings: housekeeping,
  },
  'companies/totals.queries.ts': {
    sumEarned: (tx) => totals.sumEarned(tx, whose, { ...period, search: null }, 'portal'),
    findTotalsByPartner: (tx) =>
      totals.findTotalsByPartner(tx, whose, { ...period, ...page }, 'portal'),
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
    findTokensByHash: (tx) =>
      tokens.findTokensByHash(tx, [{ hash: own.tokenHash, calls: 1 }], limit),
  },
  'imports/imports.queries.ts': {
    findImport: 'by an upload_id that anybody may choose: whoever calls it compares the partner',
    findRecentImport: (tx) => imports.findRecentImport(tx, own.id, other.fingerprint, now),
    readOwnerName: (tx) => imports.readOwnerName(tx, own.id),
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
    markCheckCounted: (tx) =>
      imports.markCheckCounted(tx, { userId: own.id, sha256: other.fingerprint }, 60),
    takeCheckCounted: (tx) =>
      imports.takeCheckCounted(tx, { userId: own.id, sha256: other.fingerprint }),
  },
  'session/session.queries.ts': {
    insertSession: (tx) =>
      session.insertSession(
        tx,
        {
          id: newId,
          userId: own.id,
          passwordHash,
          refreshHash: hashOf('new refresh'),
          accessHash: hashOf('new access'),
          ...use,
          expiresAt: now,
          accessExpiresAt: now,
        },
        1,
      ),
    insertAccessToken: (tx) => {
      const hashes = { refreshHash: own.refreshHash, accessHash: hashOf('new access') };
      return session.insertAccessToken(tx, { ...hashes, now, expiresAt: now }, limit);
    },
    findSessions: async (tx) => {
      const asked = [{ hash: own.accessHash, calls: 1 }];
      return (await session.findSessions(tx, asked, limit, now)).map(withoutMark);
    },
    findSessionToRenew: async (tx) => {
      const found = await session.findSessionToRenew(tx, own.refreshHash, limit, now);
      return found && withoutMark(found);
    },
    findAliveTokens: (tx) => session.findAliveTokens(tx, [own.accessHash], now),
    recordUse: (tx) => session.recordUse(tx, own.session, use, now),
    recordPasswordEntry: (tx) => session.recordPasswordEntry(tx, own.session),
    hasEnteredPassword: (tx) => session.hasEnteredPassword(tx, own.session, 10),
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
    recordSignIn: (tx) => accounts.recordSignIn(tx, own.id, now),
    insertAccount: 'adds the account of a partner who has no rows yet',
    updatePassword: (tx) =>
      accounts.updatePassword(
        tx,
        { id: own.id, role: 'partner' },
        { hash: '', setBy: 'Ada Admin', now },
      ),
    replacePassword: (tx) =>
      accounts.replacePassword(tx, { id: own.id, from: passwordHash, to: 'new', now }),
    markDeleted: (tx) => accounts.markDeleted(tx, { id: own.id, role: 'partner' }, now),
    lockAdministrators: startOrOperation,
    findAdministrators: 'what an administrator sees: all administrators',
    findAdministratorEmails: startOrOperation,
    insertAdministratorChange: 'what administrators are told: of no partner',
    takeAdministratorChanges: 'what administrators are told: of no partner',
  },
  'partners/partners.queries.ts': {
    findPartners: 'what an administrator sees: all partners',
    findPartner: (tx) => partners.findPartner(tx, own.id),
    updatePartner: (tx) => partners.updatePartner(tx, own.id, { name: 'New', company: 'New' }),
  },
  'partners/figures.queries.ts': {
    findFigures: (tx) => figures.findFigures(tx, own.id),
  },
  'movement/movement.queries.ts': {
    findMovement: async (tx) => ({
      own: await movement.findMovement(tx, whose, longAgo),
      ofDeletedPartners: await movement.findMovement(tx, 'deleted partners', longAgo),
    }),
    findMovers: 'what an administrator sees: all partners',
    findStuckLeads: (tx) => movement.findStuckLeads(tx, whose, now),
    countStuckLeads: (tx) => movement.countStuckLeads(tx, whose, now),
    foldDeltas: housekeeping,
  },
  'operation/demo.queries.ts': {
    takeDemoSteps: startOrOperation,
    tellPast: startOrOperation,
    backdateLive: startOrOperation,
  },
  'changes/changes.queries.ts': {
    changesChannel: 'the name of a channel',
    findMark: 'which transactions are over, of the whole database',
    findNextTransaction: 'which transactions are over, of the whole database',
    findTold: 'of everybody, to the portals themselves, which tell each only what concerns them',
    tellChanges: 'of everybody, to the portals themselves, which tell each only what concerns them',
  },
  'http/token-checks.queries.ts': { askedTokens: 'the part of a query that says what was asked' },
  'http/rate-limits.queries.ts': {
    countHits: 'a part of the queries that find a session and an API token',
    secondsUntil: 'a part of the queries that count',
    hit: (tx) => rateLimits.hit(tx, `calls:${own.id}`, limit),
    hitIfFits: (tx) => rateLimits.hitIfFits(tx, `notes:${own.id}`, 1, limit),
    deleteStaleHits: 'of everybody whose window is over',
  },
  'db/whose.queries.ts': { ownedBy: 'the condition that the queries above are tried for' },
  'db/read-marks.queries.ts': {
    whatScreensAreTold: 'a name',
    markWritten: ofOneself,
    markWrittenBy: ofOneself,
    neededBy: ofOneself,
    replayed: startOrOperation,
    forgetOldMarks: 'of everybody who has written nothing for a day',
  },
  'db/statement-bound.queries.ts': {
    boundStatementsOfRole: startOrOperation,
    compileNothingOfRole: startOrOperation,
    statementsMayBeCompiled: startOrOperation,
    statementsAreUnbounded: startOrOperation,
  },
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
    findDatabaseMark: startOrOperation,
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
