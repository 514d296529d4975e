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
