import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Partner } from '#contract/partners.ts';
import { serverText } from '#web/lib/api-error.ts';
import { sessionStore } from '#web/lib/session-store.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedGuard } from '#web/lib/use-unsaved-warning.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { EditPartnerSkeleton } from './EditPartnerSkeleton.tsx';
import { PartnerDetails, usePartnerDetails } from './PartnerDetails.tsx';
import { PartnerTokens } from './PartnerTokens.tsx';
import { partnerMessages } from './partner-text.ts';
import { usePartner } from './partners.api.ts';
import { ResetPassword, useResetPassword } from './ResetPassword.tsx';

/** spec §2, Edit Partner */
export function EditPartnerPage() {
  const { id = '' } = useParams();
  const partner = usePartnerOrLeave(id);
  return (
    <>
      <PageHeader
        title="Edit Partner"
        subject={partner?.name}
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

/** spec §2: a partner that cannot be loaded leads back to the list. */
function usePartnerOrLeave(id: string): Partner | undefined {
  const navigate = useNavigate();
  const query = usePartner(id);
  const [openedAt] = useState(Date.now);
  const failure = query.errorUpdatedAt >= openedAt ? query.error : null;
  useEffect(() => {
    // A session that has just ended leads to /login instead.
    if (!failure || !sessionStore.token) return;
    toast.error(serverText(failure) ?? partnerMessages.loadFailed);
    navigate('/partners', { replace: true });
  }, [failure, navigate]);
  return query.data;
}
