import { type SpawnOptions, spawn } from 'node:child_process';

type Outcome = { ok: boolean; output: string };

/** Runs a short-lived program to its end; what it said on both streams is the output. */
export function run(program: string, args: string[], options: SpawnOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const [, , , ...extra] = Array.isArray(options.stdio) ? options.stdio : [];
    const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'pipe', ...extra];
    let output = '';
    const child = spawn(program, args, { ...options, stdio });
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** The end of a log, on one line. */
export function lastLines(text: string, count = 8): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-count).join(' | ');
}

/** Also true for processes of others, and for dead ones that nobody has collected yet. */
export function pidExists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
