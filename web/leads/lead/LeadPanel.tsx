import type { RefObject } from 'react';
import { useWalk } from '#web/lib/neighbours.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { type ListPath, useCloseLead, useOpenLead } from '../lead-address.ts';
import { leadName } from '../lead-text.ts';
import type { ListedLeads } from '../listed-leads.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { LeadContent } from './LeadContent.tsx';
import { useLead } from './lead.api.ts';

/** A lead over the list that it was opened from; on a small screen in its place. */
export function LeadPanel({
  id,
  behind,
  listed: { leads, ...pages },
  returnTo,
}: {
  id: string;
  behind: ListPath;
  listed: ListedLeads;
  /** The lead whose row gets the focus when this one is closed. */
  returnTo: RefObject<string | undefined>;
}) {
  const opened = useLead(id);
  const { lead, listed, gone } = opened;
  const known = lead ?? listed;
  const close = useCloseLead(behind);
  const ids = leads?.map((one) => one.id);
  const { nearest, back, on } = useWalk(id, { ...pages, ids }, useOpenLead());
  const closeDeleted = () => {
    returnTo.current = nearest;
    close();
  };
  return (
    <SidePanel
      id={id}
      kind="lead"
      name={known ? leadName(known) : 'Lead'}
      back={back}
      on={on}
      actions={
        lead && !lead.deleted_at && !gone && <DeleteButton lead={lead} onDeleted={closeDeleted} />
      }
      onClose={close}
    >
      <LeadContent id={id} opened={opened} level={2} onClose={close} />
    </SidePanel>
  );
}
