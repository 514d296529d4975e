import { setUpCommand } from '#contract/commands.ts';
import type { Crm, CrmFault, CrmValueKind } from '#contract/crm.ts';
import { counted, groupDigits } from '#web/ui/format.ts';
import { timeSince } from '#web/ui/relative-time.ts';

/** What the page of the CRM says, each sentence once. */
export const crmMessages = {
  description: 'What partners see here is what sales sees in HubSpot.',
  descriptionOff: 'Connect HubSpot, and partners see here what sales sees there.',
  loadFailed: 'Failed to load the connection to HubSpot. Please try again.',
  notLoaded: 'The connection to HubSpot could not be loaded.',
  ownCrm:
    'The portal is its own CRM: administrators set the statuses of leads and the commissions of live companies here.',
  never: 'Not yet',
  nothing: 'Nothing',
  testWorks: 'The connection works.',
  testFails: 'The connection does not work yet.',
  testFailed: 'The connection could not be tested. Please try again.',
  backfillFailed: 'Failed to change the sending of leads',
  parkedHint:
    'HubSpot did not take these, and trying again by itself would not help. Mend the cause, then retry; or drop what is no longer wanted.',
  retried: 'It is being tried again',
  retriedAll: 'They are being tried again',
  retryFailed: 'Failed to retry',
  failedAgain: 'HubSpot did not take it this time either',
  changedMeanwhileHint:
    'What you have chosen is kept, and nothing of it has been saved yet. Look at what has changed, then save once more.',
  sharedHint:
    'Each of these partners is shown the same commissions, those of the one company in HubSpot: paid to all of them, they would be paid more than once. Decide whose they are; a company of its own in HubSpot for the deals of the other partner tells them apart.',
  dropQuestion: 'Drop this? HubSpot gets it only when the lead is changed again.',
  dropped: 'Dropped successfully',
  dropFailed: 'Failed to drop',
  mappingHint:
    'A lead has the status of its deal’s stage and, while the deal stands in the first stage, of its contact’s lead status. A status that is set in the portal goes to the first value of that name.',
  noValues: 'The stages and lead statuses of HubSpot appear here once they have been read there.',
  unsentHint:
    'No value of HubSpot is called by these statuses: leads in them stay in HubSpot where they are. Choose one of them above to have it sent.',
  newValuesHint: 'Leads that stand in one of them keep the status that they had.',
  mappingSaved: 'The statuses have been saved. Leads follow in the background.',
  mappingFailed: 'Failed to save the statuses. Please try again.',
  propertiesHint:
    'The properties of a company in HubSpot that hold what it pays, by their internal names.',
  propertiesSaved: 'The properties have been saved. Commissions follow with the next pull.',
} as const;

type FaultText = { title: string; text: string; todo: string; needsPerson: boolean };

/** What keeps the two from agreeing, and what there is to do about it. */
export const faultTexts: Record<CrmFault, FaultText> = {
  key_refused: {
    title: 'HubSpot refuses the access token',
    text: 'It has expired, was revoked, or is not complete.',
    todo: 'Make a new key in HubSpot, set HUBSPOT_ACCESS_TOKEN to it and start the portal again.',
    needsPerson: true,
  },
  scope_missing: {
    title: 'The access token lacks rights in HubSpot',
    text: 'It is known there, but may not do everything that the portal needs.',
    todo: 'Give the key the scopes that are listed below, then press Test connection.',
    needsPerson: true,
  },
  not_set_up: {
    title: 'HubSpot is not set up for the portal yet',
    text: 'It lacks the properties by which it knows the leads of the portal.',
    todo: `Run ${setUpCommand} where the portal runs, then press Test connection.`,
    needsPerson: true,
  },
  unreachable: {
    title: 'HubSpot does not answer',
    text: 'The portal goes on trying by itself.',
    todo: 'If it lasts, see whether HubSpot reports an outage, and whether the portal can reach the internet.',
    needsPerson: false,
  },
  daily_limit: {
    title: 'HubSpot takes no more calls today',
    text: 'Its daily limit, which all programs of the account share, is used up.',
    todo: 'There is nothing to do: the portal goes on by itself when the next day begins there.',
    needsPerson: false,
  },
};

/** Whatever the fault: nobody has to hold back work for it. */
export const faultComfort = 'Nothing is lost: the portal stays usable, and what is due waits.';

export const scopes = ['contacts', 'companies', 'deals'].flatMap((object) => [
  `crm.objects.${object}.read`,
  `crm.objects.${object}.write`,
  `crm.schemas.${object}.read`,
  `crm.schemas.${object}.write`,
]);

/** What a kind of value is called in HubSpot. */
export const kindNames: Record<CrmValueKind, { one: string; many: string }> = {
  stage: { one: 'deal stage', many: 'Deal stages' },
  lead_status: { one: 'lead status', many: 'Lead statuses' },
};

const unnamed = 'Not named yet';

/** A value that stands for no status: what is chosen, and how the choice of somebody else is told. */
export const withoutStatus = {
  unnamed: { chosen: unnamed, changedTo: unnamed.toLowerCase() },
  leaves: { chosen: 'Leave the status as it is', changedTo: 'leaves the status as it is' },
} as const;

/** What somebody else has changed. */
export function changedText(what: string, now: string, before: string): string {
  return `${what}: ${now} (was: ${before})`;
}

export function waitingText({ waiting, oldest_at }: Crm['queue'], now: number): string {
  if (waiting === 0) return crmMessages.nothing;
  return oldest_at === null
    ? counted(waiting, 'lead')
    : `${counted(waiting, 'lead')}, the oldest ${timeSince(oldest_at, now)}`;
}

export function newValuesText(count: number): string {
  return count === 1
    ? 'HubSpot has a value that has no name here yet'
    : `HubSpot has ${groupDigits(count)} values that have no name here yet`;
}

type Backfill = Crm['backfill'];

/** What there is to say of the leads that were here before HubSpot was. */
export function backfillText({ state, done, total, changed }: Backfill): string {
  const progress = `${groupDigits(done)} of ${counted(total, 'lead')} sent`;
  if (state === 'running') return `${progress}. You can leave this page meanwhile.`;
  if (state === 'paused') return `${progress}. The others wait until you continue.`;
  return `${offerText(total - changed, changed)} You can pause at any time, and nothing is sent twice.`;
}

/** Of leads that HubSpot has never heard of, and of those that it knows as they were. */
function offerText(added: number, changed: number): string {
  const news = `${counted(added, 'lead is', 'leads are')} not in HubSpot yet`;
  const since = 'here since HubSpot last heard of';
  if (changed === 0) return `${news}. Once they are sent, sales works on them there as deals.`;
  if (added === 0)
    return `${counted(changed, 'lead has', 'leads have')} changed ${since} ${changed === 1 ? 'it' : 'them'}. Once they are sent, their deals are as the leads are here.`;
  return `${news}, and ${counted(changed, 'has', 'have')} changed ${since} ${changed === 1 ? 'it' : 'them'}. Once they are sent, sales has them all as they are here.`;
}

export function moreParkedText(shown: number, all: number): string | undefined {
  return all > shown ? `The latest ${shown} of ${groupDigits(all)} are shown.` : undefined;
}

export function sharedText(count: number): string {
  return count === 1
    ? 'One company in HubSpot stands for several partners'
    : `${groupDigits(count)} companies in HubSpot stand for several partners`;
}

/** How often a job was tried; when it was last stands behind it. */
export function triedText(attempts: number, isRetried: boolean): string {
  return `${isRetried ? 'Failed again. ' : ''}Tried ${counted(attempts, 'time')}, last`;
}
