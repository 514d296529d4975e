// Apart from company-text.ts, as the Dashboard loads what asks for companies.

/** The toast that comes with the first refusal; the notice on the screen stays. */
export const rateLimitToast = {
  title: 'Rate Limit Exceeded',
  message: 'Live companies will load again in a minute.',
} as const;
