/** What the opened company says, each sentence once. */
export const companyPanelText = {
  notThere: 'This company is not there.',
  notThereHint: 'It may be no longer yours, or the address is not complete.',
  notLoaded: 'The company could not be loaded.',
  notLive: 'No longer live',
  noHistory: 'The commissions have not been changed yet.',
  historyNotLoaded: 'The history could not be loaded.',
  noLeads: 'It has no leads any more.',
  shared: 'HubSpot has one company for several partners',
  sharedHint:
    'Each of them is shown the same commissions: paid to all, they would be paid more than once.',
} as const;

export const olderText = (count: number) => `Show older changes (${count})`;
export const moreLeadsText = (shown: number, total: number) => `The newest ${shown} of ${total}`;
