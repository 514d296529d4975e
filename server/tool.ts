import { OperatorError } from './lib/operator-error.ts';
import { runCommand } from './operation/commands.ts';

const tell = (line: string) => process.stdout.write(`${line}\n`);

runCommand(process.argv.slice(2), process.env, tell).catch((error) => {
  const text = error instanceof OperatorError ? error.message : (error as Error).stack;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
