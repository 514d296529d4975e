import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { Crm } from '#contract/crm.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { Card } from '#web/ui/Card.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { Backfill } from './Backfill.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { CommissionProperties } from './CommissionProperties.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import classes from './CrmPage.module.css';
import { CrmPart } from './CrmPart.tsx';
import { CrmSkeleton } from './CrmSkeleton.tsx';
import { useCrm } from './crm.api.ts';
import { crmMessages, newValuesText } from './crm-text.ts';
import { FaultNotice } from './FaultNotice.tsx';
import { HowToConnect } from './HowToConnect.tsx';
import { Mapping } from './Mapping.tsx';
import { newFirst } from './mapping-draft.ts';
import { ParkedJobs } from './ParkedJobs.tsx';
import { ScopeList } from './ScopeList.tsx';
import { SharedCompanies } from './SharedCompanies.tsx';
import { useCrmForms } from './use-crm-forms.ts';
import { useFailedAgain } from './use-failed-again.ts';

/** For administrators: how HubSpot is connected, what waits, and what its values are called here. */
export function CrmPage() {
  const query = useCrm();
  useFailureToast(query, crmMessages.loadFailed);
  const crm = query.data;
  const { description, descriptionOff } = crmMessages;
  return (
    <>
      <PageHeader
        title="CRM"
        description={crm?.connected === false ? descriptionOff : description}
      />
      <div className={classes.parts}>
        {query.isPending && <CrmSkeleton />}
        {query.isError && !crm && (
          <Card form>
            <LoadFailed message={crmMessages.notLoaded} onRetry={query.refetch} />
          </Card>
        )}
        {crm && !crm.connected && <HowToConnect />}
        {crm?.connected && <Connected crm={crm} now={query.dataUpdatedAt} />}
      </div>
    </>
  );
}

/** What needs somebody comes first; what is set once and for all, last. */
function Connected({ crm, now }: { crm: Crm; now: number }) {
  const mapping = useRef<HTMLElement>(null);
  const { draft, setDraft, properties, before, blocker } = useCrmForms(crm);
  const noteRetry = useFailedAgain(crm.parked);
  const { backfill, fault, parked, values } = crm;
  const offersLeads = backfill.state !== 'done' && backfill.total > 0;
  return (
    <>
      {fault && <FaultNotice fault={fault} now={now} />}
      <ChangedMeanwhile before={before} now={crm} />
      <SharedCompanies shared={crm.shared_companies} />
      <NewValues count={newFirst(values).unseen.length} onShow={() => mapping.current?.focus()} />
      <ConnectionCard crm={crm} now={now} />
      {fault?.kind === 'scope_missing' && (
        <CrmPart title="Scopes that the key needs">
          <ScopeList />
        </CrmPart>
      )}
      {offersLeads && <Backfill backfill={backfill} />}
      {parked.length > 0 && <ParkedJobs crm={crm} now={now} onRetried={noteRetry} />}
      <Mapping ref={mapping} crm={crm} draft={draft} onDraft={setDraft} />
      <CommissionProperties part={properties} />
      <UnsavedDialog blocker={blocker} />
    </>
  );
}

function NewValues({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  const show = (
    <Button variant="default" size="compact-sm" h={32} onClick={onShow}>
      Show
    </Button>
  );
  return (
    <Notice kind="info" title={newValuesText(count)} actions={show}>
      {crmMessages.newValuesHint}
    </Notice>
  );
}
