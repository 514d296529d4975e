// Apart from session-text.ts, so that the dashboard loads none of the other sentences.
export const changeOnAccountPage = 'Change your password on your Account page.';
