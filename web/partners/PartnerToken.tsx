import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import type { Partner } from '#contract/partners.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { toast } from '#web/lib/toasts.ts';
import { tokenFailure, tokenSuccess, tokenText } from '#web/tokens/token-text.shared.ts';
import { AskInPlace } from '#web/ui/AskInPlace.tsx';
import { exactDate, shortDate } from '#web/ui/format.ts';
import classes from './PartnerTokens.module.css';
import { useRevokePartnerToken } from './partners.api.ts';

export function PartnerToken({ partner, token }: { partner: Partner; token: ApiToken }) {
  const [asking, question] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    question.close();
    button.current?.focus();
  };
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <TokenFacts token={token} />
        {!token.revoked && (
          <Button
            ref={button}
            variant="default"
            size="compact-sm"
            h={32}
            px={12}
            aria-label={`Revoke ${token.name}`}
            aria-expanded={asking}
            onClick={question.toggle}
          >
            Revoke
          </Button>
        )}
      </div>
      {asking && !token.revoked && (
        <RevokeQuestion partner={partner} token={token} onCancel={cancel} />
      )}
    </li>
  );
}

function TokenFacts({ token }: { token: ApiToken }) {
  return (
    <div className={classes.words}>
      <p className={classes.name}>
        <span className={classes.nameText} dir="auto" title={token.name}>
          {token.name}
        </span>
        <span className={classes.state} data-revoked={token.revoked || undefined}>
          {token.revoked ? 'Revoked' : 'Active'}
        </span>
      </p>
      <p className={classes.facts}>
        <code className={classes.masked}>{token.token_display}</code>
        <span>
          Created{' '}
          <time dateTime={token.created_at} title={exactDate(token.created_at)}>
            {shortDate(token.created_at)}
          </time>
        </span>
      </p>
    </div>
  );
}

function RevokeQuestion({
  partner,
  token,
  onCancel,
}: {
  partner: Partner;
  token: ApiToken;
  onCancel: () => void;
}) {
  const revocation = useRevokePartnerToken(partner.id);
  const revoke = async () => {
    try {
      await revocation.mutateAsync(token.id);
      toast.success(tokenSuccess.revoked);
    } catch (error) {
      toast.error(tokenFailure('revoke', error));
    }
  };
  return (
    <AskInPlace
      question={tokenText.revokeQuestion}
      confirm="Revoke"
      busy={revocation.isPending}
      onConfirm={revoke}
      onCancel={onCancel}
    />
  );
}
