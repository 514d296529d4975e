import { useEffect, useEffectEvent, useState } from 'react';
import { useOpenLead } from '../lead-address.ts';
import type { ListedLeads } from '../listed-leads.ts';

type Neighbours = { previous: string | undefined; next: string | undefined };

/**
 * The leads before and after one in its list. A lead that leaves the list, as one does whose status no
 * longer matches the filter, keeps the place that it had.
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

function useNeighbours(id: string, leads: ListedLeads['leads']): Neighbours {
  const listed = leads?.map((lead) => lead.id) ?? [];
  const [order, setOrder] = useState(listed);
  // The order in which the lead was seen last.
  const isNews = listed.includes(id) && listed.join() !== order.join();
  if (isNews) setOrder(listed);
  return neighboursIn(isNews ? listed : order, listed, id);
}

/** Ways to the lead before and after, over the ends of the list's pages; undefined where there is none. */
export function useWalk(id: string, { leads, turnBack, turnOn }: ListedLeads) {
  const openLead = useOpenLead();
  const { previous, next } = useNeighbours(id, leads);
  const [turning, setTurning] = useState<{ from: string; to: 0 | -1 }>();
  const arrive = useEffectEvent((listed: string[]) => {
    if (turning?.from !== id || listed.includes(id)) return;
    setTurning(undefined);
    const first = listed.at(turning.to);
    if (first) openLead(first);
  });
  useEffect(() => arrive(leads?.map((lead) => lead.id) ?? []), [leads]);
  const turn = (turnPage: (() => void) | undefined, to: 0 | -1) =>
    turnPage &&
    (() => {
      setTurning({ from: id, to });
      turnPage();
    });
  return {
    nearest: next ?? previous,
    back: previous ? () => openLead(previous) : turn(turnBack, -1),
    on: next ? () => openLead(next) : turn(turnOn, 0),
  };
}
