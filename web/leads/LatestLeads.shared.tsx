import { recentLeads } from '#contract/limits.ts';
import { company, contact, dateAdded, type LeadColumn, status } from './common-lead-columns.tsx';
import { leadsPath } from './lead-paths.shared.ts';
import { useLeads } from './leads.api.ts';
import { NewestLeads } from './NewestLeads.tsx';

const columns: LeadColumn[] = [company, contact, status, dateAdded];

/** The newest leads of one partner, for where that partner is told about. */
export function LatestLeads({ partner }: { partner: string }) {
  const query = useLeads({ page: 0, pageSize: recentLeads, filter: { partner_id: partner } });
  return (
    <NewestLeads
      title="Latest leads"
      all={{ text: 'View all', to: leadsPath({ partner }) }}
      columns={columns}
      minWidth={560}
      query={query}
    />
  );
}
