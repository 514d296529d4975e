import { Button } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import type { Partner, PartnerFigures } from '#contract/partners.ts';
import { addressOf } from '#contract/protocol.ts';
import { MoneyTotals } from '#web/companies/MoneyTotals.shared.tsx';
import { LatestLeads } from '#web/leads/LatestLeads.shared.tsx';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { CardStack } from '#web/ui/CardStack.tsx';
import { FigureCards } from '#web/ui/FigureCards.tsx';
import { displayText } from '#web/ui/format.ts';
import { KeptRoom } from '#web/ui/KeptRoom.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EditPartnerSkeleton } from './EditPartnerSkeleton.tsx';
import { PartnerCompanies } from './PartnerCompanies.tsx';
import { PartnerFacts } from './PartnerFacts.tsx';
import classes from './PartnerPage.module.css';
import { groupsOf } from './partner-groups.ts';
import { partnerName } from './partner-name.shared.ts';
import { usePartnerFigures } from './partners.api.ts';
import { usePartnerOrLeave } from './use-partner-or-leave.ts';

/** Charts have code of their own, which comes beside the figures. */
const Movement = lazyPart(async () => (await import('#web/movement/Movement.shared.tsx')).Movement);
Movement.load().catch(() => undefined);
const movementWaiting = (
  <KeptRoom name="movement of a partner" waiting>
    <div className={classes.movement} />
  </KeptRoom>
);

/** How one partner is doing, and what is waiting. */
export function PartnerPage() {
  const { id = '' } = useParams();
  const partner = usePartnerOrLeave(id);
  const figures = usePartnerFigures(id).data;
  return (
    <>
      <PageHeader
        title="Partner"
        subject={partner && partnerName(partner.name)}
        description={partner ? describe(partner) : '\u00a0'}
        actions={partner && <Actions partner={partner} />}
      />
      {partner ? <Content partner={partner} figures={figures} /> : <EditPartnerSkeleton />}
    </>
  );
}

function describe({ company, email }: Partner) {
  return (
    <>
      <bdi>{displayText(company)}</bdi>
      {' · '}
      {email}
    </>
  );
}

function Actions({ partner }: { partner: Partner }) {
  const leadsFor = (path: string) => addressOf({ path }, { query: { partner: partner.id } });
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to={leadsFor('/leads/upload')}
        leftSection={<IconFileUpload size={16} aria-hidden="true" />}
      >
        Upload Leads
      </Button>
      <Button
        component={Link}
        to={leadsFor('/leads/add')}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
      >
        Add Lead
      </Button>
    </>
  );
}

function Content({ partner, figures }: { partner: Partner; figures: PartnerFigures | undefined }) {
  return (
    <CardStack>
      <FigureCards label="Leads by status" figures={groupsOf(partner, figures)} />
      <PartnerFacts partner={partner} figures={figures} />
      <MoneyTotals partnerId={partner.id} />
      <Suspense fallback={movementWaiting}>
        <KeptRoom name="movement of a partner" waiting={false}>
          <Movement partner={partner.id} />
        </KeptRoom>
      </Suspense>
      <div className={classes.lists}>
        <LatestLeads partner={partner.id} />
        <PartnerCompanies partner={partner} />
      </div>
    </CardStack>
  );
}
