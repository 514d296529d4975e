import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import type { Partner } from '#contract/partners.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { RevokeQuestion } from '#web/tokens/RevokeQuestion.shared.tsx';
import { TokenFacts } from '#web/tokens/TokenFacts.shared.tsx';
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
        <TokenWords token={token} />
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

function TokenWords({ token }: { token: ApiToken }) {
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
      <TokenFacts token={token} className={classes.facts} />
    </div>
  );
}
