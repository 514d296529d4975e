// node scripts/programs.mjs [pgbouncer] [browser] [hubspot-client]: sees to it that the machine has what
// the tests need beside our packages. A process of its own, so that npm installs those meanwhile.
import { installHubSpotClient } from '../hubspot-emulator/honest/install.mjs';
import { installBrowser } from './browser.mjs';
import { installPgBouncer } from './pgbouncer.mjs';

const wanted = process.argv.slice(2);
if (wanted.includes('pgbouncer')) installPgBouncer();
if (wanted.includes('browser')) installBrowser();
if (wanted.includes('hubspot-client')) installHubSpotClient();
