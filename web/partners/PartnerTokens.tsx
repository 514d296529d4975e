import { IconKey } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Partner } from '#contract/partners.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { tokenFailure } from '#web/tokens/token-text.shared.ts';
import { CardList, CardListWaiting } from '#web/ui/CardList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import editClasses from './EditPartnerPage.module.css';
import { PartnerToken } from './PartnerToken.tsx';
import { partnerMessages } from './partner-text.ts';
import { usePartnerTokens } from './partners.api.ts';

/** What a partner's systems push leads with: seen and revoked here, made by the partner alone. */
export function PartnerTokens({ partner }: { partner: Partner }) {
  const query = usePartnerTokens(partner.id);
  const region = useRef<HTMLElement>(null);
  useFailureToast(query, tokenFailure('fetch', query.error));
  useFocusRescue(region, query.data);
  return (
    <div className={editClasses.second}>
      <CardList
        ref={region}
        title="API tokens"
        hint={partnerMessages.tokensHint}
        lines={(query.data ?? []).map((token) => (
          <PartnerToken key={token.id} partner={partner} token={token} />
        ))}
      >
        {query.isPending && <CardListWaiting />}
        {query.isError && !query.data && (
          <LoadFailed message={partnerMessages.tokensNotLoaded} onRetry={query.refetch} />
        )}
        {query.data?.length === 0 && (
          <EmptyState icon={IconKey} message={partnerMessages.noTokens} />
        )}
      </CardList>
    </div>
  );
}
