/** Which transactions were over when a page began to ask for its data, as PostgreSQL writes a snapshot. */
export type Mark = { oldestUnderWay: bigint; next: bigint; underWay: bigint[] };

/** The transactions that a thing was changed by: all are among these. */
export type Transactions = { first: bigint; last: bigint };

/** As the contract lets it through: `12:20:13,17`. */
export function readMark(text: string): Mark {
  const [oldest = '0', next = '0', underWay = ''] = text.split(':');
  return {
    oldestUnderWay: BigInt(oldest),
    next: BigInt(next),
    underWay: underWay.split(',').filter(Boolean).map(BigInt),
  };
}

/** Whether all of them were over by then. In doubt they were not: to be told twice does no harm. */
export function wereOver({ first, last }: Transactions, { next, underWay }: Mark): boolean {
  return last < next && !underWay.some((one) => one >= first && one <= last);
}
