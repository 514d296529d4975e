/** spec §9 */
export const pageSizes = [5, 10, 20, 30, 40, 50] as const;
export const defaultPageSize = 10;
export const recentLeads = 5;
export const liveCooldownSeconds = 60;
export const toastMilliseconds = { usual: 5000, brief: 3000 } as const;
export const passwordMinLength = 8;
export const newLeadDays = 3;
export const sidebarWidth = 240;

/** What the specification leaves open. */
export const maxPageSize = 100;
export const maxJsonBytes = 256 * 1024;
/** Fields, objects and lists of one body: the largest of today's has 67. */
export const maxJsonParts = 1_000;
export const maxUploadMegabytes = 25;
export const maxUploadBytes = maxUploadMegabytes * 1024 * 1024;
export const maxUploadRows = 200_000;
/** The sender is asked about each column, and shown the first cells of all. */
export const maxUploadColumns = 1_000;
/** Of an export, which is written to the disk before it is sent: some millions of leads. */
export const maxExportMegabytes = 1_000;
export const maxExportBytes = maxExportMegabytes * 1024 * 1024;
export const maxReportedProblems = 1_000;
export const maxCustomFields = 50;
export const maxCustomFieldKey = 100;
export const maxCustomFieldValue = 1_000;
export const maxPartnersListed = 10_000;
export const maxTokensPerUser = 100;
export const maxSessionsPerUser = 50;
/** The password is not requested again within this time. */
export const passwordFreshMinutes = 10;
export const maxAdministratorChangesNamed = 5;
export const maxViewsPerUser = 50;
export const maxSharedViewsListed = 100;
/** No page of events tells more, however few they are: a hundred of the longest would be 14 MB. */
export const maxEventsBytes = 400_000;
/** Chosen one by one; more are chosen by a filter. */
export const maxLeadsByIds = 1_000;
export const undoSeconds = 60;
export const restorableDays = 30;
export const maxDuplicatesTold = 5;
/** Why a commission was changed. */
export const maxReason = 500;
export const maxCompanyLeads = 50;
/** The newest; the file of a statement has all. */
export const maxStatementChanges = 200;
export const maxPartnersSummed = 100;

/** How many weeks are shown, the one under way included, and how many of before they are held against. */
export const movementWeeks = 12;
/** Of the leads of how many weeks it is told how far they came: some take months. */
export const stageWeeks = 52;
/** Fewer leads that have left a status do not tell how long is long. */
export const leastStays = 10;
/** Of what is stuck: how many are named, and up to how many are counted. */
export const stuckNamed = 5;
export const stuckCounted = 1_000;
/** Of the partners: those who won the most more than before, and those who won the most less. */
export const partnersUp = 5;
export const partnersDown = 3;

/** How often a call may be made; each number is the default of one RATE_LIMIT_ variable. */
export const rateLimits = {
  login_account: { max: 10, seconds: 15 * 60, of: 'failed sign-ins for one email and address' },
  login_address: { max: 100, seconds: 15 * 60, of: 'failed sign-ins for one address' },
  external_api: { max: 300, seconds: 60, of: 'calls of the external API for one token' },
  live_companies: { max: 60, seconds: 60, of: 'calls for live companies for one user' },
  api_description: { max: 600, seconds: 60, of: 'calls for the API description for one address' },
  uploaded_rows: {
    max: 1_000_000,
    seconds: 24 * 60 * 60,
    of: 'rows of files that one user uploads or checks',
  },
  notes: { max: 600, seconds: 60 * 60, of: 'notes that one user writes' },
  general: { max: 1200, seconds: 60, of: 'all other calls for one user' },
} as const;
export type RateLimitName = keyof typeof rateLimits;
