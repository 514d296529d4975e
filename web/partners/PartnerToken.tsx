import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import type { Partner } from '#contract/partners.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { RevokeQuestion } from '#web/tokens/RevokeQuestion.shared.tsx';
import { exactDate, shortDate } from '#web/ui/format.ts';
import classes from './PartnerTokens.module.css';
import { useRevokePartnerToken } from './partners.api.ts';

export function PartnerToken({ partner, token }: { partner: Partner; token: ApiToken }) {
  const [asking, question] = useDisclosure(false);
  const revocation = useRevokePartnerToken(partner.id);
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
        <RevokeQuestion token={token} revocation={revocation} onCancel={cancel} />
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
