import { useState } from 'react';
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

export function useNeighbours(id: string, leads: ListedLeads): Neighbours {
  const listed = leads?.map((lead) => lead.id) ?? [];
  const [order, setOrder] = useState(listed);
  // The order in which the lead was seen last.
  const isNews = listed.includes(id) && listed.join() !== order.join();
  if (isNews) setOrder(listed);
  return neighboursIn(isNews ? listed : order, listed, id);
}
