import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ApiToken } from '#contract/tokens.ts';
import { toast } from '#web/lib/toasts.ts';
import { isMissing } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RevokeQuestion } from './RevokeQuestion.shared.tsx';
import classes from './TokenCard.module.css';
import { TokenFacts } from './TokenFacts.shared.tsx';
import { deleteQuestion, tokenFailure, tokenSuccess, tokenText } from './token-text.shared.ts';
import { useDeleteToken, useRevokeToken } from './tokens.api.ts';

export function TokenCard({ token }: { token: ApiToken }) {
  const [asking, question] = useDisclosure(false);
  const revocation = useRevokeToken();
  const revokeButton = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    question.close();
    revokeButton.current?.focus();
  };
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
        <TokenActions
          token={token}
          asking={asking}
          onRevoke={question.toggle}
          revokeButton={revokeButton}
        />
      </div>
      <TokenFacts token={token} className={classes.facts} />
      {token.revoked && (
        <Notice kind="error" quiet>
          {tokenText.revoked}
        </Notice>
      )}
      {asking && !token.revoked && (
        <RevokeQuestion token={token} revocation={revocation} onCancel={cancel} />
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

function TokenActions({
  token,
  asking,
  onRevoke,
  revokeButton,
}: {
  token: ApiToken;
  /** Whether the question before revoking is open. */
  asking: boolean;
  onRevoke: () => void;
  revokeButton: RefObject<HTMLButtonElement | null>;
}) {
  const deletion = useDeleteToken();
  const deleteButton = useRef<HTMLButtonElement>(null);
  useFocusOnRevoked(token.revoked, deleteButton);
  const remove = async () => {
    // Nothing is sent twice; the button stays focused while its call is under way.
    if (deletion.isPending || !window.confirm(deleteQuestion)) return;
    try {
      await deletion.mutateAsync(token.id);
      toast.brief(tokenSuccess.deleted);
    } catch (error) {
      toast.error(tokenFailure('delete', error));
    }
  };
  return (
    <div className={classes.actions}>
      {!token.revoked && (
        <Tooltip label={tokenText.revoke}>
          <ActionIcon
            ref={revokeButton}
            aria-label={`Revoke ${token.name}`}
            aria-expanded={asking}
            onClick={onRevoke}
          >
            <IconBan size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={tokenText.delete}>
        <ActionIcon
          ref={deleteButton}
          className={classes.destroys ?? ''}
          aria-label={`Delete ${token.name}`}
          aria-disabled={deletion.isPending}
          onClick={remove}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
