import { useWalk } from '#web/lib/neighbours.ts';
import { useCloseRecord, useOpenRecord } from '#web/lib/record-address.ts';
import type { OverList } from '#web/ui/RecordsOverLists.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { leadAddress } from '../lead-address.ts';
import { leadName } from '../lead-text.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { LeadContent } from './LeadContent.tsx';
import { useLead } from './lead.api.ts';

/** A lead over the list that it was opened from; on a small screen in its place. */
export function LeadPanel({ id, behind, listed, returnTo }: OverList) {
  const opened = useLead(id);
  const { lead, gone } = opened;
  const known = lead ?? opened.listed;
  const close = useCloseRecord(leadAddress, behind);
  const { nearest, back, on } = useWalk(id, listed, useOpenRecord(leadAddress));
  const closeDeleted = () => {
    returnTo.current = nearest;
    close();
  };
  return (
    <SidePanel
      id={id}
      kind="Lead"
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
