import { setUpCommand } from './commands.ts';

const notHubSpots = "HubSpot's address answered with something that is not HubSpot's";
const unreachable = 'HubSpot cannot be reached';

/** What calls about HubSpot are answered with and what administrators read of it, each sentence once. */
export const crmText = {
  jobNotFound: 'This is no longer waiting',
  notConnected: 'HubSpot is not connected',
  unknownValue: 'HubSpot has no such value',
  unknownProperty: 'HubSpot has no such property of companies',
  noNumbers: 'This property of companies does not hold numbers',
  /** Which names cannot be taken, after one of the two before. */
  unfit: (why: string, names: readonly string[]) => `${why}: ${names.join(', ')}`,
  mappingChanged: 'Somebody else has changed this meanwhile',
  nothingToChange: 'Send at least one of values and properties',
  commissionsMirrored: 'Commissions come from HubSpot: change them there',
  noEvents: 'The request body is not a list of events',
  notSigned: 'The signature is missing, wrong or too old',

  /** The steps of the test of the connection, and what each has found out. */
  test: {
    answers: 'HubSpot answers and takes the access token',
    values: 'Its pipelines and lead statuses can be read',
    rights: 'Contacts, companies and deals can be read and written',
    ownProperties: "The portal's own properties are there",
    commissions: 'The properties that hold commissions are there',

    account: (id: string) => `Account ${id}`,
    rightsMissing: (rights: readonly string[]) => `The key lacks: ${rights.join(', ')}`,
    missing: (type: string, names: readonly string[]) => `Missing of ${type}: ${names.join(', ')}`,
    property: (name: string, label: string) => `${name} ("${label}")`,
    otherType: (name: string, of: string, type: string, wanted: string) =>
      `${name} of ${of} is of type ${type} instead of ${wanted}`,
    notUnique: (name: string, of: string) => `${name} of ${of} is not unique: delete it in HubSpot`,
    toSetUp: (faults: readonly string[]) => `${faults.join('; ')}. Run ${setUpCommand}`,
    noNumbers: (names: readonly string[]) => `These hold no numbers: ${names.join(', ')}`,
  },

  /** What was to be done where it could not be. */
  jobs: {
    push: 'Send this lead to HubSpot',
    backfill: 'Send the leads that were there before',
    /** A lead that has neither a company nor a name nor an email. */
    namelessLead: 'A lead',
  },

  /** What of a lead HubSpot does not take, as the reasons name it. */
  parts: {
    email: (email: string) => `the email ${email}`,
    company: (name: string) => `the company ${name}`,
    deal: 'the deal',
    leadStatus: 'the lead status',
    whole: (email: string | null) => `the lead of ${email ?? 'nobody'}`,
  },

  /** Why a lead was not sent. */
  reasons: {
    refused: (part: string, why: string) => `HubSpot refuses ${part}: ${why}`,
    leftOut: (part: string) => `HubSpot did not say what became of ${part}`,
    notLinked: (why: string) => `HubSpot does not link its deal: ${why}`,
    linkLeftOut: 'It did not say whether it has',
    noStages: 'The stages of deals have not been read yet',
    noProperty: (name: string, label: string) =>
      `HubSpot has no property "${label}"${label === name ? '' : ` (${name})`}`,
    ofProperty: (why: string, label: string) => `${why}, property "${label}"`,
    unsaid: 'HubSpot did not say why',
  },

  /** What keeps the portal from working with HubSpot. */
  faults: {
    dayOver: "The day's calls are used up",
    busy: 'HubSpot has no time for so many calls',
    scopeMissing: (scopes: readonly string[]) => `The key lacks a scope: ${scopes.join(' or ')}`,
    unreachable,
    unreachableAs: (code: string) => `${unreachable}: ${code}`,
    silent: (seconds: number) => `HubSpot did not answer for ${seconds} s`,
    notAsked: 'HubSpot was not asked',
    failed: (status: number) => `HubSpot answered ${status}`,
    unknownCall: (why: string) => `HubSpot does not know the call: ${why}`,
    unexpected: (path: string) => `HubSpot answered ${path} with something else than expected`,
    tooLarge: (megabytes: number) => `HubSpot answered with more than ${megabytes} MB`,
    notHubSpots,
    notHubSpotsAs: (status: number) => `${notHubSpots} (${status})`,
    /** Stands wherever an answer repeats the key. */
    hiddenKey: '(the key)',
  },
} as const;
