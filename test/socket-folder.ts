import { tmpdir } from 'node:os';

/**
 * Where the tests reach their database through a file, beside the port that it has: a statement costs
 * a tenth less that way. Anybody may write there, as the account must that the database runs as.
 */
export const socketFolder = process.platform === 'win32' ? undefined : tmpdir();
