// Before the first paint, so that a dark screen does not flash white.
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  localStorage.getItem('colour-mode') === 'dark' ? 'dark' : 'light',
);
