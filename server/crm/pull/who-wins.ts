import { statusKey } from '#contract/lead-status.ts';
import type { StatusSince } from '#server/crm/kept/mapping.ts';

/**
 * What has to happen for the two sides to agree: nothing, as they do (`agreed`); the portal takes what
 * HubSpot has; HubSpot is sent what the portal has; or nothing, as HubSpot says nothing that the portal
 * has a name for and the portal has nothing new to say.
 */
export type Settlement = 'agreed' | 'take' | 'send' | 'nothing';

/** What both have agreed on from then on; where the portal's is to be sent, it is a change of this. */
export function agreedAfter(
  is: Settlement,
  { portal, hubspot, agreed, isRead }: Sides,
): string | null {
  if (is === 'agreed') return portal.status;
  return hubspot.status ?? agreed ?? (isRead ? nameless : null);
}

/**
 * What is agreed on where a deal stands in something without a name, as new ones do: all that is known
 * is that a name which HubSpot gives later is a move of sales.
 */
const nameless = '';

/** Both times are by HubSpot's clock; the portal's is null where nobody has changed the status yet. */
export type Sides = {
  portal: StatusSince;
  /** HubSpot has a value for the portal's status. */
  isSendable: boolean;
  /** All that tells HubSpot's status has been read: its deal, and its contact where it has one. */
  isRead: boolean;
  /** The deal stands where new ones begin. */
  isAtStart: boolean;
  hubspot: StatusSince;
  /** The status on which both agreed last; null where they never have. */
  agreed: string | null;
};

/**
 * Where one side has moved away from what both agreed on, the other follows; where both have, the later
 * change wins. What is equal to what was agreed on is never sent and never taken: so there is no loop.
 */
export function settle({ portal, isSendable, isAtStart, hubspot, agreed }: Sides): Settlement {
  const hasMoved = (status: string | null) => !isSame(status, agreed);
  if (hubspot.status === null) return hasMoved(portal.status) ? 'send' : 'nothing';
  if (isSame(portal.status, hubspot.status)) return 'agreed';
  // Nobody has looked at a lead that is just submitted: what sales knows of its contact holds.
  const isUntouched = agreed === null && portal.at === null;
  // Where a new deal begins says nothing against a status that it cannot have: sales has to move it.
  if (agreed === null && !isUntouched && !isSendable && isAtStart) return 'nothing';
  if (isUntouched || !hasMoved(portal.status)) return 'take';
  if (!hasMoved(hubspot.status)) return 'send';
  return isLater(portal.at, hubspot.at) ? 'send' : 'take';
}

export function isSame(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return statusKey(one) === statusKey(other);
}

function isLater(one: Date | null, other: Date | null): boolean {
  return one !== null && (other === null || one > other);
}
