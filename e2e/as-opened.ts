/** How a page of the tests is opened, unless one of them says otherwise. */
export const asOpened = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
  timezoneId: 'UTC',
  // Every picture of a movement is drawn: without them the tests take three quarters of the time.
  contextOptions: { reducedMotion: 'reduce' },
} as const;
