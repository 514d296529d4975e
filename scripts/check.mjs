// npm run check: form, types, directions of imports and dead code, all at once.
import { spawn } from 'node:child_process';
import { root } from './steps.mjs';

const checks = ['lint', 'types', 'directions', 'unused'];
/** The compiler of the types, a Go program, needs a quarter less of the processor with more memory. */
const env = { GOGC: '400', ...process.env };

/** What a check says is shown once it is through, so that two never mix. */
function runCheck(name) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], {
      cwd: root,
      env,
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('close', (code) => {
      if (code !== 0) console.error(`npm run ${name} failed:`);
      process.stdout.write(output);
      resolve(code ?? 1);
    });
  });
}

const codes = await Promise.all(checks.map(runCheck));
process.exitCode = Math.max(...codes);
