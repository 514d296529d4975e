// npm run dev: the server restarts and the browser reloads whenever a source file is saved.
import { bin, checkNode, installPackages, launch } from './steps.mjs';

checkNode();
installPackages();
const portal = launch(bin('tsx'), [
  'watch',
  '--clear-screen=false',
  'server/main.ts',
  ...process.argv.slice(2),
]);
const web = launch(bin('vite'), ['--config', 'vite.config.ts', 'web']);
const both = [portal, web];

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of both) child.kill(signal);
  });
}
for (const child of both) {
  child.on('exit', (code) => {
    for (const other of both) other.kill('SIGTERM');
    process.exitCode ||= code ?? 0;
  });
}
