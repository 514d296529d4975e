import { useEffect, useEffectEvent, useState } from 'react';

type Neighbours = { previous: string | undefined; next: string | undefined };

/** What a list shows, by id, and how to go on where it ends. */
export type Walked = {
  /** Undefined while nothing has arrived. */
  ids: string[] | undefined;
  /** Turns to the page before or after; undefined where there is none. */
  turnBack?: (() => void) | undefined;
  turnOn?: (() => void) | undefined;
};

/**
 * What stands before and after one in its list. One that leaves the list, as one that the filter
 * no longer matches, keeps the place that it had.
 */
export function neighboursIn(order: string[], listed: string[], id: string): Neighbours {
  const place = order.indexOf(id);
  if (place < 0) return { previous: undefined, next: undefined };
  const stays = new Set(listed);
  return {
    previous: order.slice(0, place).findLast((other) => stays.has(other)),
    next: order.slice(place + 1).find((other) => stays.has(other)),
  };
}

function useNeighbours(id: string, listed: string[]): Neighbours {
  const [order, setOrder] = useState(listed);
  // The order in which it was seen last.
  const isNews = listed.includes(id) && listed.join() !== order.join();
  if (isNews) setOrder(listed);
  return neighboursIn(isNews ? listed : order, listed, id);
}

/** Ways to the one before and after, over the ends of the list's pages; undefined where there is none. */
export function useWalk(
  id: string,
  { ids = [], turnBack, turnOn }: Walked,
  open: (id: string) => void,
) {
  const { previous, next } = useNeighbours(id, ids);
  const [turning, setTurning] = useState<{ from: string; to: 0 | -1 }>();
  const arrive = useEffectEvent(() => {
    if (turning?.from !== id || ids.includes(id)) return;
    const first = ids.at(turning.to);
    if (!first) return;
    setTurning(undefined);
    open(first);
  });
  const listed = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the occasion
  useEffect(() => arrive(), [listed]);
  const turn = (turnPage: (() => void) | undefined, to: 0 | -1) =>
    turnPage &&
    (() => {
      setTurning({ from: id, to });
      turnPage();
    });
  return {
    nearest: next ?? previous,
    back: previous ? () => open(previous) : turn(turnBack, -1),
    on: next ? () => open(next) : turn(turnOn, 0),
  };
}
