import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { useDelayed } from '#web/ui/use-delayed.ts';
import { TokenCard } from './TokenCard.tsx';
import classes from './TokenList.module.css';
import { tokenFailure, tokenText } from './token-text.shared.ts';
import { useTokens } from './tokens.api.ts';

/** The signed-in user's tokens, newest first. */
export function TokenList({ onCreate }: { onCreate: () => void }) {
  const query = useTokens();
  const region = useRef<HTMLElement>(null);
  useFailureToast(query, tokenFailure('fetch', query.error));
  useFocusRescue(region, query.data);
  return (
    <section ref={region} tabIndex={-1} className={classes.region} aria-labelledby="your-tokens">
      <h2 id="your-tokens" className={classes.title}>
        Your tokens
      </h2>
      {query.isPending && <Waiting />}
      {query.isError && !query.data && (
        <Card>
          <LoadFailed message={tokenText.notLoaded} onRetry={query.refetch} />
        </Card>
      )}
      {query.data?.length === 0 && <NoTokens onCreate={onCreate} />}
      {query.data && query.data.length > 0 && (
        <ul className={classes.list}>
          {query.data.map((token) => (
            <li key={token.id}>
              <TokenCard token={token} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoTokens({ onCreate }: { onCreate: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={IconKey}
        message={tokenText.none}
        action={
          <Button variant="default" onClick={onCreate}>
            {tokenText.createFirst}
          </Button>
        }
      />
    </Card>
  );
}

function Waiting() {
  const visible = useDelayed();
  return (
    <output>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {visible &&
        ['first', 'second'].map((name) => (
          <div key={name} className={classes.skeleton} aria-hidden="true">
            <Skeleton height={16} width={160} />
            <Skeleton height={12} width={280} />
            <Skeleton height={12} width={220} />
          </div>
        ))}
    </output>
  );
}
