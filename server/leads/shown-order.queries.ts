import { agedStatus, initialStatus } from '#contract/lead-status.ts';
import { joined, type Sql, sql } from '#server/db/sql.ts';

type Direction = 'status' | '-status';

/** Of a row called `of`: the key of what its status reads, which its age has a part in. */
function shownKey(of: Sql, newSince: Date): Sql {
  return sql`(case when ${of}status_key = ${initialStatus} and ${of}created_at < ${newSince}::timestamptz
    then ${agedStatus}::text else ${of}status_key end)`;
}

/** By what the status reads; among equals the newest come first, and last in the other direction. */
export function orderByShown(direction: Direction, newSince: Date, of = sql``): Sql {
  return direction === 'status'
    ? sql`${shownKey(of, newSince)}, ${of}created_at desc, ${of}id desc`
    : sql`${shownKey(of, newSince)} desc, ${of}created_at, ${of}id`;
}

const storedOrders: Record<Direction, Sql> = {
  status: sql`status_key, created_at desc, id desc`,
  '-status': sql`status_key desc, created_at, id`,
};
const byAge: Record<Direction, Sql> = {
  status: sql`created_at desc, id desc`,
  '-status': sql`created_at, id`,
};

/** All leads by what they read: ranges of the index, of which two are read as one. */
function rangesOf(newSince: Date): Sql[][] {
  const isNew = sql`status_key = ${initialStatus}`;
  return [
    [sql`status_key < ${agedStatus}`],
    [sql`status_key = ${agedStatus}`, sql`${isNew} and created_at < ${newSince}::timestamptz`],
    [sql`status_key > ${agedStatus} and status_key < ${initialStatus}`],
    [sql`${isNew} and created_at >= ${newSince}::timestamptz`],
    [sql`status_key > ${initialStatus}`],
  ];
}

/**
 * The leads in the order of what their status reads. No index has it, since it changes as time goes by;
 * but ranges of the index by what is stored, put together, are that order, so that a page reads no more
 * than what comes before it, a few times over. With `most` each range gives no more than so many, and
 * whoever asks sorts them; without it one range comes after the other, as a cursor reads them.
 */
export function inShownOrder(
  { fields, from }: { fields: Sql; from: Sql },
  { direction, newSince, most }: { direction: Direction; newSince: Date; most?: number },
): Sql {
  const limit = most === undefined ? sql`` : sql`limit ${most}`;
  const ordered = rangesOf(newSince).map((parts) => {
    const walks = parts.map(
      (range) => sql`(select ${fields} ${from} and ${range}
        order by ${storedOrders[direction]} ${limit})`,
    );
    if (walks.length === 1) return walks[0] ?? sql``;
    return sql`(select * from (${joined(walks, ' union all ')}) range
      order by ${byAge[direction]} ${limit})`;
  });
  return joined(direction === 'status' ? ordered : ordered.reverse(), ' union all ');
}
