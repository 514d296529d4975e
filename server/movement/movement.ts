import { dayMilliseconds } from '#contract/days.ts';
import { movementWeeks, stageWeeks } from '#contract/limits.ts';
import type { Movement, StuckLead } from '#contract/movement.ts';
import { stages, statusTurns } from '#contract/stages.ts';
import { claim } from '#server/db/claims.queries.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Whose } from '#server/lib/whose.ts';
import {
  type Counted,
  countStuckLeads as countStuckRows,
  findMovement,
  findMovers,
  findStuckLeads,
  foldDeltas,
} from './movement.queries.ts';

/** The Monday of the week, and the Mondays before it, by UTC. */
function mondayOf(now: Date, weeksBefore: number): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = now.getTime() - (daysSinceMonday + 7 * weeksBefore) * dayMilliseconds;
  return new Date(monday).toISOString().slice(0, 10);
}

export async function getMovement(db: Db, whose: Whose, now: Date): Promise<Movement> {
  const weeks = Array.from({ length: movementWeeks }, (_, n) =>
    mondayOf(now, movementWeeks - 1 - n),
  );
  const first = mondayOf(now, movementWeeks - 1);
  const before = mondayOf(now, 2 * movementWeeks - 1);
  const since = mondayOf(now, stageWeeks - 1);
  const counted = await findMovement(db, whose, { submitted: since, won: before });
  const total = (fact: Counted['fact'], isIn: (week: string) => boolean) =>
    sum(counted.filter((row) => row.fact === fact && isIn(row.week)));
  const isBefore = (week: string) => week >= before && week < first;
  return {
    weeks: weeks.map((week) => ({
      week,
      submitted: total('submitted', (one) => one === week),
      won: total('won', (one) => one === week),
    })),
    before: { submitted: total('submitted', isBefore), won: total('won', isBefore) },
    stages: stages.map(({ key }, position) => ({
      stage: key,
      leads: sum(counted.filter(({ fact, value }) => fact === 'submitted' && value >= position)),
    })),
    stages_since: since,
    days_to_live: daysToLive(counted.filter(({ fact, week }) => fact === 'won' && week >= first)),
    partners: whose === 'everyone' ? await findMovers(db, first) : [],
  };
}

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((all, { count }) => all + count, 0);
}

/** Of an even number of leads, half of what the two in the middle took together. */
function daysToLive(won: readonly Counted[]): Movement['days_to_live'] {
  const leads = sum(won);
  if (leads <= 0) return { median: null, leads: 0 };
  const byDays = [...won].sort((a, b) => a.value - b.value);
  const daysAt = (place: number) => {
    let reached = 0;
    for (const { value, count } of byDays) {
      reached += count;
      if (reached >= place) return value;
    }
    return 0;
  };
  const median = (daysAt(Math.ceil(leads / 2)) + daysAt(Math.floor(leads / 2) + 1)) / 2;
  return { median, leads };
}

export async function listStuckLeads(
  db: Db,
  whose: Whose,
  now: Date,
): Promise<{ leads: StuckLead[]; total: number }> {
  const rows = await findStuckLeads(db, whose, now);
  const leads = rows.map(({ total: _, status_key, ...row }) => ({
    ...row,
    days: Math.floor((now.getTime() - Date.parse(row.since)) / dayMilliseconds),
    turn: statusTurns[status_key],
  }));
  return { leads, total: rows[0]?.total ?? 0 };
}

export async function countStuckLeads(db: Db, whose: Whose, now: Date): Promise<number> {
  return countStuckRows(db, whose, now);
}

/** Keeps what has to be added up by readers short. One process at a time. */
export async function foldMovement(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    if (await claim(tx, 'fold movement')) await foldDeltas(tx);
  });
}
