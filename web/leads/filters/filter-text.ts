/** What a filter that is on says of itself, each once. */
export const filterText = {
  from: (day: string) => `From ${day}`,
  to: (day: string) => `Until ${day}`,
  country: (country: string) => `Country: ${country}`,
  source: (source: string) => `Source: ${source}`,
  wonFrom: (day: string) => `Won from ${day}`,
  wonTo: (day: string) => `Won until ${day}`,
  reached: (stage: string) => `Came to: ${stage}`,
  stuck: 'Stuck',
  unread: 'Unread notes',
  deleted: 'Deleted',
} as const;
