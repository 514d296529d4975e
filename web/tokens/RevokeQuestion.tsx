import { Button, Group } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ApiToken } from '#contract/tokens.ts';
import { toast } from '#web/lib/toasts.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { tokenFailure, tokenSuccess, tokenText } from './token-text.ts';
import { useRevokeToken } from './tokens.api.ts';

/** Asked in the card itself, since a token that is revoked stays so. Escape is a no. */
export function RevokeQuestion({ token, onCancel }: { token: ApiToken; onCancel: () => void }) {
  const revocation = useRevokeToken();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const question = useId();
  const busy = revocation.isPending;
  useKeepFocus(busy);
  // On the answer that changes nothing: a second Enter must not revoke.
  useEffect(() => cancelButton.current?.focus(), []);
  const revoke = async () => {
    try {
      await revocation.mutateAsync(token.id);
      toast.success(tokenSuccess.revoked);
    } catch (error) {
      toast.error(tokenFailure('revoke', error));
    }
  };
  const actions = (
    <Group gap="xs" wrap="nowrap">
      <Button ref={cancelButton} variant="default" size="compact-sm" h={32} onClick={onCancel}>
        Cancel
      </Button>
      <Button color="red" size="compact-sm" h={32} loading={busy} onClick={revoke}>
        Revoke
      </Button>
    </Group>
  );
  return (
    <fieldset
      className="plain-group"
      aria-labelledby={question}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Notice kind="warning" quiet actions={actions}>
        <p id={question}>{tokenText.revokeQuestion}</p>
      </Notice>
    </fieldset>
  );
}
