import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Partner } from '#contract/partners.ts';
import { serverText } from '#web/lib/api-error.ts';
import { sessionStore } from '#web/lib/session-store.ts';
import { toast } from '#web/lib/toasts.ts';
import { partnerMessages } from './partner-text.ts';
import { usePartner } from './partners.api.ts';

/** spec §2: a partner that cannot be loaded leads back to the list. */
export function usePartnerOrLeave(id: string): Partner | undefined {
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
