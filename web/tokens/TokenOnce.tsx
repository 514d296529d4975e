import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { toast } from '#web/lib/toasts.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './TokenOnce.module.css';
import { tokenSuccess } from './token-text.shared.ts';

/** The only time the token can be seen in full. */
export function TokenOnce({
  token,
  tokenId,
  onDone,
}: {
  token: string;
  tokenId: string;
  onDone: () => void;
}) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <>
      <Notice kind="warning">
        This token will only be shown once. Please copy it now and store it securely.
      </Notice>
      <dl className={classes.facts}>
        <dt>API token</dt>
        <dd className={classes.token}>
          <code>{token}</code>
          <CopyButton
            ref={copyButton}
            text={token}
            what="token"
            onCopied={() => toast.brief(tokenSuccess.copied)}
          />
        </dd>
        <dt>Token ID</dt>
        <dd>
          <code>{tokenId}</code>
        </dd>
      </dl>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </>
  );
}
