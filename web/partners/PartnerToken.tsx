import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import type { Partner } from '#contract/partners.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { RevokeQuestion } from '#web/tokens/RevokeQuestion.shared.tsx';
import { TokenFacts } from '#web/tokens/TokenFacts.shared.tsx';
import { CardListItem } from '#web/ui/CardList.tsx';
import { Mark } from '#web/ui/Mark.tsx';
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
    <CardListItem
      words={<TokenWords token={token} />}
      action={
        !token.revoked && (
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
        )
      }
      question={
        asking &&
        !token.revoked && <RevokeQuestion token={token} revocation={revocation} onCancel={cancel} />
      }
    />
  );
}

function TokenWords({ token }: { token: ApiToken }) {
  return (
    <>
      <p className={classes.name}>
        <span className={classes.nameText} dir="auto" title={token.name}>
          {token.name}
        </span>
        <Mark kind={token.revoked ? 'bad' : 'good'}>{token.revoked ? 'Revoked' : 'Active'}</Mark>
      </p>
      <TokenFacts token={token} className={classes.facts} />
    </>
  );
}
