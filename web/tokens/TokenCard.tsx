import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBan, IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ApiToken } from '#contract/tokens.ts';
import { toast } from '#web/lib/toasts.ts';
import { exactDate, isMissing, shortDate } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './TokenCard.module.css';
import { deleteQuestion, tokenFailure, tokenSuccess } from './token-text.ts';
import { useDeleteToken, useRevokeToken } from './tokens.api.ts';

export function TokenCard({ token }: { token: ApiToken }) {
  return (
    <article className={classes.card} aria-label={token.name}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h3 className={classes.name} dir="auto" title={token.name}>
            {token.name}
          </h3>
          {!isMissing(token.description) && (
            <p className={classes.description} dir="auto">
              {token.description}
            </p>
          )}
        </div>
        <TokenActions token={token} />
      </div>
      <p className={classes.facts}>
        <code className={classes.masked}>{token.token_display}</code>
        <span>
          Created{' '}
          <time dateTime={token.created_at} title={exactDate(token.created_at)}>
            {shortDate(token.created_at)}
          </time>
        </span>
      </p>
      {token.revoked && (
        <Notice kind="error" quiet>
          This token has been revoked
        </Notice>
      )}
    </article>
  );
}

/** The button that was pressed is gone: its neighbour takes the focus. */
function useFocusOnRevoked(revoked: boolean, next: RefObject<HTMLElement | null>): void {
  const before = useRef(revoked);
  useEffect(() => {
    if (revoked && !before.current && document.activeElement === document.body) {
      next.current?.focus();
    }
    before.current = revoked;
  }, [revoked, next]);
}

function TokenActions({ token }: { token: ApiToken }) {
  const revocation = useRevokeToken();
  const deletion = useDeleteToken();
  const deleteButton = useRef<HTMLButtonElement>(null);
  useFocusOnRevoked(token.revoked, deleteButton);
  const revoke = async () => {
    try {
      await revocation.mutateAsync(token.id);
      toast.success(tokenSuccess.revoked);
    } catch (error) {
      toast.error(tokenFailure('revoke', error));
    }
  };
  const remove = async () => {
    if (!window.confirm(deleteQuestion)) return;
    try {
      await deletion.mutateAsync(token.id);
      toast.brief(tokenSuccess.deleted);
    } catch (error) {
      toast.error(tokenFailure('delete', error));
    }
  };
  const busy = revocation.isPending || deletion.isPending;
  return (
    <div className={classes.actions}>
      {!token.revoked && (
        <Tooltip label="Revoke token">
          <ActionIcon
            aria-label={`Revoke ${token.name}`}
            aria-disabled={busy}
            onClick={unlessBusy(revoke)}
          >
            <IconBan size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Delete token">
        <ActionIcon
          ref={deleteButton}
          color="red"
          aria-label={`Delete ${token.name}`}
          aria-disabled={busy}
          onClick={unlessBusy(remove)}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </div>
  );

  /** Nothing is sent twice; the button stays focused while its call is under way. */
  function unlessBusy(action: () => Promise<void>) {
    return () => (busy ? undefined : action());
  }
}
