/** What calls about companies and their commissions are answered with, each sentence once. */
export const companyText = {
  notFound: 'Company not found',
  nothingToChange: 'Give at least one commission to change',
  changedMeanwhile: 'Somebody else has changed these commissions meanwhile',
  rateAndBase: 'Give both a rate and what it is of, or neither',
  nothingToExplain: 'Give the amount that the rate and its base explain',
  statement: {
    noPartner: 'Choose a partner for the statement',
    endsBefore: 'The period must end after it begins',
    opening: 'Opening',
    closing: 'Closing',
    /** Of a period that is not over yet. */
    soFar: 'Closing so far',
    noTimeZone: 'time_zone must be the name of a time zone such as Europe/Berlin',
  },
} as const;
