import { readdirSync, readFileSync } from 'node:fs';

const ticksEachSecond = 100;

type Process = { pid: number; parent: number; name: string; seconds: number };

/** Empty where the system does not tell. */
function processes(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const [, name = '', rest = ''] =
        /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const fields = rest.split(' ');
      // With that of its children who have ended meanwhile.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      const seconds = ticks / ticksEachSecond;
      return [{ pid: Number(pid), parent: Number(fields[1]), name, seconds }];
    } catch {
      return [];
    }
  });
}

/** How many seconds of a core a process and all that it has started have taken. */
function secondsOf(root: number, all: Process[]): number {
  const own = all.find(({ pid }) => pid === root)?.seconds ?? 0;
  const children = all.filter(({ parent }) => parent === root);
  return children.reduce((sum, { pid }) => sum + secondsOf(pid, all), own);
}

/** Who kept the cores busy meanwhile, in cores. */
export async function coresDuring<Name extends string>(
  roots: Record<Name, number>,
  work: () => Promise<void>,
): Promise<Record<Name, number>> {
  const read = () => (process.platform === 'linux' ? processes() : []);
  const [before, began] = [read(), performance.now()];
  await work();
  const [after, seconds] = [read(), (performance.now() - began) / 1000];
  const used = (Object.entries(roots) as [Name, number][]).map(([name, root]) => [
    name,
    (secondsOf(root, after) - secondsOf(root, before)) / seconds,
  ]);
  return Object.fromEntries(used) as Record<Name, number>;
}

/** Of all cores since the machine began, in ticks: what was worked, and what other machines had instead. */
function wantedAndTaken(): { wanted: number; taken: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, taken = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { wanted: user + nice + system + irq + softirq + taken, taken };
}

/**
 * What part of the time that the cores were wanted other machines on the same hardware had them: what
 * takes long then is not ours alone. Nothing where the system does not tell.
 */
export async function takenDuring<T>(work: () => Promise<T>): Promise<[T, number | undefined]> {
  if (process.platform !== 'linux') return [await work(), undefined];
  const before = wantedAndTaken();
  const done = await work();
  const after = wantedAndTaken();
  return [done, (after.taken - before.taken) / Math.max(1, after.wanted - before.wanted)];
}
