import { useWalk, type Walked } from '#web/lib/neighbours.ts';
import { useCloseRecord, useOpenRecord } from '#web/lib/record-address.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { companyAddress } from '../company-address.ts';
import { companyName } from '../company-name.shared.ts';
import { CompanyContent } from './CompanyContent.tsx';
import { useCompany } from './company.api.ts';

/** A company over the list that it was opened from; on a small screen in its place. */
export function CompanyPanel({ id, listed }: { id: string; listed: Walked }) {
  const query = useCompany(id);
  const company = query.data?.company;
  const close = useCloseRecord(companyAddress);
  const { back, on } = useWalk(id, listed, useOpenRecord(companyAddress));
  return (
    <SidePanel
      id={id}
      kind="Company"
      name={company ? companyName(company.name) : 'Company'}
      back={back}
      on={on}
      onClose={close}
    >
      <CompanyContent id={id} query={query} level={2} onClose={close} />
    </SidePanel>
  );
}
