import { undoSeconds } from './limits.ts';

/** What calls about leads are answered with, each sentence once. */
export const leadText = {
  notFound: 'Lead not found',
  /** As the external API says it (spec §8); the form says `Email is invalid`. */
  invalidEmail: 'Invalid email format',
  versionMissing: 'version is required: send the one that you have read',
  changedMeanwhile: 'This lead was changed meanwhile',
  companyOfLive: 'The company of a live lead can only be changed by an administrator',
  nothingToChange: 'Send at least one field to change',
  /** Of changes to many leads at once. */
  many: {
    oneChange: 'Send one of status, delete and partner_id',
    whichLeads: 'Send ids, or a filter with the expected count',
    unexpectedCount:
      'The list has changed since it was shown. Look at it again, then repeat the change.',
    notFound: 'There is no such change of yours',
    tooLate: `This can be undone for ${undoSeconds} seconds, and they are over`,
    undone: 'This change has already been undone',
    unknownPartner: 'Choose a partner to move the leads to',
    deletedLeads: 'Deleted leads cannot be changed',
    otherChange: 'This change_id belongs to another change',
    another: 'Another change of many leads is under way. Please wait until it is done.',
    tooLong: 'The change took too long, and nothing was changed. Choose fewer leads.',
  },
} as const;
