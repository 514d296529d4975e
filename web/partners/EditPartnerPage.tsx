import { useParams } from 'react-router';
import type { Partner } from '#contract/partners.ts';
import { useUnsavedGuard } from '#web/lib/use-unsaved-warning.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { EditPartnerSkeleton } from './EditPartnerSkeleton.tsx';
import { PartnerDetails, usePartnerDetails } from './PartnerDetails.tsx';
import { PartnerTokens } from './PartnerTokens.tsx';
import { partnerName } from './partner-name.shared.ts';
import { ResetPassword, useResetPassword } from './ResetPassword.tsx';
import { usePartnerOrLeave } from './use-partner-or-leave.ts';

/** spec §2, Edit Partner */
export function EditPartnerPage() {
  const { id = '' } = useParams();
  const partner = usePartnerOrLeave(id);
  return (
    <>
      <PageHeader
        title="Edit Partner"
        subject={partner && partnerName(partner.name)}
        description={partner?.email ?? '\u00a0'}
      />
      {partner ? <Forms key={id} partner={partner} /> : <EditPartnerSkeleton />}
    </>
  );
}

/** Two forms, each with its own input to lose, and one question before it is lost. */
function Forms({ partner }: { partner: Partner }) {
  const details = usePartnerDetails(partner);
  const reset = useResetPassword(partner);
  const blocker = useUnsavedGuard([details, reset]);
  return (
    <>
      <PartnerDetails {...details} />
      <ResetPassword {...reset} partner={partner} />
      <PartnerTokens partner={partner} />
      <UnsavedDialog blocker={blocker} />
    </>
  );
}
