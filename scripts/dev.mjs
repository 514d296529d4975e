// npm run dev: the server restarts and the browser reloads whenever a source file is saved, and
// type errors show as they arise.
import { createInterface } from 'node:readline';
import { bin, checkNode, giveUp, installPackages, launch, root } from './steps.mjs';

checkNode();
installPackages();
const { createServer } = await import('vite');
const { prettyFactory } = await import('pino-pretty');

const web = await createServer({ configFile: `${root}/vite.config.ts`, logLevel: 'warn' });
await web.listen();
const [address] = web.resolvedUrls?.local ?? [];
if (!address) giveUp('The web app found no port to listen on.');

// Each in a group of its own: a Ctrl-C in the terminal reaches this script alone, which ends them.
const parts = [
  startPart(
    bin('tsx'),
    ['watch', '--clear-screen=false', '--include=server/db/migrations/*.sql', 'server/main.ts'],
    process.argv.slice(2),
    showServer(),
  ),
  // Not TypeScript 7, which `npm run types` takes: watching, it does not see a new file.
  startPart(
    process.execPath,
    [`${root}/node_modules/typescript/bin/tsc`, '--noEmit', '--watch', '--preserveWatchOutput'],
    ['--pretty'],
    showTypes(),
  ),
];

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));

function startPart(command, args, more, show) {
  const child = launch(command, [...args, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  createInterface({ input: child.stdout }).on('line', show);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  void exited.then(() => {
    if (ending) return;
    console.error(`${args.includes('server/main.ts') ? 'The server' : 'The type check'} ended.`);
    void end(1);
  });
  return { child, exited };
}

/** Ends what runs, waits until it has, and leaves nothing behind. */
async function end(code) {
  if (ending) return;
  ending = true;
  for (const { child } of parts) child.kill('SIGTERM');
  await Promise.all([web.close(), ...parts.map(({ exited }) => exited)]);
  process.exit(code);
}

/** Lines for people; the address to open is the web app's, which passes on what the server serves. */
function showServer() {
  const format = prettyFactory({ ignore: 'pid,hostname', colorize: process.stdout.isTTY });
  return (line) => {
    // Not an address to open, and the line below names it.
    if (line.includes('"msg":"Server listening at ')) return;
    if (line.startsWith('{')) process.stdout.write(format(line));
    else console.log(line.replace(/is ready: (\S+)/, `is ready: ${address}`));
  };
}

/** Errors, and that there are none any more; the first look takes a minute, in which silence says nothing. */
function showTypes() {
  let wrong = true;
  console.log('Types: looking for errors…');
  return (line) => {
    const [, count] = /Found (\d+) errors?\. Watching/.exec(line) ?? [];
    if (count === '0' && wrong) console.log('Types: no errors.');
    if (count !== undefined) wrong = count !== '0';
    const news = !/Starting (incremental )?compilation|Found 0 errors|^\s*$/.test(line);
    if (news) console.log(line);
  };
}
