import { maxExportMegabytes } from './limits.ts';

/** What exports of leads are answered with; apart, as no screen says any of it on its own. */
export const exportText = {
  another: 'An export of yours is still under way. Please wait until it is done.',
  tooLarge: `The file would be larger than ${maxExportMegabytes} MB: narrow the list and export it in parts.`,
  tooLong: 'Preparing the file took too long: narrow the list and export it in parts.',
  noRoom: 'The server has no room for the file right now. Narrow the list, or try again later.',
  tooManyRows:
    'A sheet of Excel has room for 1,048,575 leads: choose CSV, or narrow the list and export it in parts.',
} as const;
