import { readdirSync, readFileSync } from 'node:fs';

const ticksEachSecond = 100;

/** Ticks of the cores that it has worked, with those of its children who have ended. */
export type Process = { pid: number; parent: number; ticks: number };

/** None where the system does not tell. */
function processes(): Process[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const [, rest = ''] =
        /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const fields = rest.split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      return [{ pid: Number(pid), parent: Number(fields[1]), ticks }];
    } catch {
      return [];
    }
  });
}

/** Whose processes those are, and all that they have started but for what another kind has. */
export type Roots<Kind extends string> = Record<Kind, number[]>;

/** Each process is counted once, for the nearest root above it: all kinds may be children of one. */
export function ticksByKind<Kind extends string>(
  roots: Roots<Kind>,
  all: Process[],
): Record<Kind, number> {
  const kinds = Object.keys(roots) as Kind[];
  const kindOfRoot = new Map(kinds.flatMap((kind) => roots[kind].map((pid) => [pid, kind])));
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const ticks = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const one of all) {
    let pid: number | undefined = one.pid;
    while (pid !== undefined && !kindOfRoot.has(pid)) pid = parents.get(pid);
    const kind = pid === undefined ? undefined : kindOfRoot.get(pid);
    if (kind !== undefined) ticks[kind] += one.ticks;
  }
  return ticks;
}

/** Who keeps how many cores busy, over all that is done during it. */
export function coreMeter<Kind extends string>(roots: Roots<Kind>, read = processes) {
  const kinds = Object.keys(roots) as Kind[];
  const used = new Map<Kind, number>();
  let seconds = 0;
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      const [before, began] = [ticksByKind(roots, read()), performance.now()];
      const done = await work();
      const after = ticksByKind(roots, read());
      seconds += (performance.now() - began) / 1000;
      for (const kind of kinds) used.set(kind, (used.get(kind) ?? 0) + after[kind] - before[kind]);
      return done;
    },
    /** Undefined where the system does not tell. */
    cores(): Record<Kind, number> | undefined {
      if (![...used.values()].some((ticks) => ticks > 0)) return undefined;
      const perSecond = (kind: Kind) => (used.get(kind) ?? 0) / ticksEachSecond / seconds;
      return Object.fromEntries(kinds.map((kind) => [kind, perSecond(kind)])) as Record<
        Kind,
        number
      >;
    },
  };
}

/** Of all cores since the machine began, in ticks. */
export type Ticks = {
  /** What programs have worked, ours among them. */
  worked: number;
  /** What went to interrupts, which belong to nobody: most of them are our own traffic. */
  interrupts: number;
  /** What other machines on the same hardware had instead. */
  stolen: number;
};

export function ticksOfMachine(stat: string): Ticks {
  const [line = ''] = stat.split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { worked: user + nice + system, interrupts: irq + softirq, stolen };
}

/** Of fewer, the one tick that is told late would be a large share. */
const fewestTicks = 50;

/**
 * What part of the time that the cores were wanted others had them: other programs on this machine, or
 * other machines on the same hardware. What takes long then is not ours alone.
 */
export function takenOf(meanwhile: Ticks, own: number): number | undefined {
  const { worked, interrupts, stolen } = meanwhile;
  const wanted = worked + interrupts + stolen;
  if (wanted < fewestTicks) return undefined;
  return (Math.max(0, worked - Math.max(0, own)) + stolen) / wanted;
}

function readNow(): Ticks & { own: number } {
  const machine = ticksOfMachine(readFileSync('/proc/stat', 'utf8'));
  return { ...machine, ...ticksByKind({ own: [process.pid] }, processes()) };
}

/** Nothing where the system does not tell, or in so short a time that it cannot. */
export async function takenDuring<T>(work: () => Promise<T>): Promise<[T, number | undefined]> {
  if (process.platform !== 'linux') return [await work(), undefined];
  const before = readNow();
  const done = await work();
  const after = readNow();
  const meanwhile = {
    worked: after.worked - before.worked,
    interrupts: after.interrupts - before.interrupts,
    stolen: after.stolen - before.stolen,
  };
  return [done, takenOf(meanwhile, after.own - before.own)];
}
