import { useLocation } from 'react-router';
import { useCloseRecord } from '#web/lib/record-address.ts';
import { RecordPage } from '#web/ui/RecordPage.tsx';
import { companyAddress } from '../company-address.ts';
import { companyName } from '../company-name.shared.ts';
import { CompanyContent } from './CompanyContent.tsx';
import { useCompany } from './company.api.ts';

/** A company that was opened by its address. */
export function CompanyPage({ id }: { id: string }) {
  const query = useCompany(id);
  const company = query.data?.company;
  const { search } = useLocation();
  const close = useCloseRecord(companyAddress);
  return (
    <RecordPage
      label="Company"
      name={company ? companyName(company.name) : 'Company'}
      list={{ to: { pathname: '/live', search }, name: 'Live companies' }}
      onClose={close}
    >
      <CompanyContent id={id} query={query} level={1} onClose={close} />
    </RecordPage>
  );
}
