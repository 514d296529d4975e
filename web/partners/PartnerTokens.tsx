import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import type { Partner } from '#contract/partners.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { tokenFailure } from '#web/tokens/token-text.shared.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useDelayed } from '#web/ui/use-delayed.ts';
import editClasses from './EditPartnerPage.module.css';
import { PartnerToken } from './PartnerToken.tsx';
import classes from './PartnerTokens.module.css';
import { partnerMessages } from './partner-text.ts';
import { usePartnerTokens } from './partners.api.ts';

/** What a partner's systems push leads with: seen and revoked here, made by the partner alone. */
export function PartnerTokens({ partner }: { partner: Partner }) {
  const query = usePartnerTokens(partner.id);
  const region = useRef<HTMLElement>(null);
  const heading = useId();
  useFailureToast(query, tokenFailure('fetch', query.error));
  useFocusRescue(region, query.data);
  return (
    <div className={editClasses.second}>
      <Card form>
        <section ref={region} tabIndex={-1} aria-labelledby={heading} className={classes.region}>
          <header className={classes.head}>
            <h2 id={heading} className={editClasses.heading}>
              API tokens
            </h2>
            <p className={classes.hint}>{partnerMessages.tokensHint}</p>
          </header>
          {query.isPending && <Waiting />}
          {query.isError && !query.data && <LoadFailed onRetry={query.refetch} />}
          {query.data?.length === 0 && (
            <EmptyState icon={IconKey} message={partnerMessages.noTokens} />
          )}
          {query.data && query.data.length > 0 && (
            <ul className={classes.list}>
              {query.data.map((token) => (
                <PartnerToken key={token.id} partner={partner} token={token} />
              ))}
            </ul>
          )}
        </section>
      </Card>
    </div>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const again = (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <EmptyState icon={IconAlertTriangle} message={partnerMessages.tokensNotLoaded} action={again} />
  );
}

function Waiting() {
  const visible = useDelayed();
  return (
    <output>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {visible && (
        <div className={classes.item} aria-hidden="true">
          <Skeleton height={14} width={160} mt={4} />
          <Skeleton height={12} width={280} mb={4} />
        </div>
      )}
    </output>
  );
}
