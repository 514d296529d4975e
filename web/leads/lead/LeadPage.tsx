import { useLocation, useNavigate } from 'react-router';
import { useCloseRecord } from '#web/lib/record-address.ts';
import { RecordPage } from '#web/ui/RecordPage.tsx';
import { leadAddress } from '../lead-address.ts';
import { leadName } from '../lead-text.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { LeadContent } from './LeadContent.tsx';
import { useLead } from './lead.api.ts';

/** A lead that was opened by its address. */
export function LeadPage({ id }: { id: string }) {
  const opened = useLead(id);
  const { lead, listed, gone } = opened;
  const { search } = useLocation();
  const navigate = useNavigate();
  const known = lead ?? listed;
  const close = useCloseRecord(leadAddress);
  const list = { pathname: '/leads', search };
  return (
    <RecordPage
      label="Lead"
      name={known ? leadName(known) : 'Lead'}
      list={{ to: list, name: 'Leads' }}
      actions={
        lead &&
        !lead.deleted_at &&
        !gone && <DeleteButton lead={lead} onDeleted={() => navigate(list)} />
      }
      onClose={close}
    >
      <LeadContent id={id} opened={opened} level={1} onClose={close} />
    </RecordPage>
  );
}
