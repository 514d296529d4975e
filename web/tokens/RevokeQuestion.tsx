import type { ApiToken } from '#contract/tokens.ts';
import { toast } from '#web/lib/toasts.ts';
import { AskInPlace } from '#web/ui/AskInPlace.tsx';
import { tokenFailure, tokenSuccess, tokenText } from './token-text.shared.ts';
import { useRevokeToken } from './tokens.api.ts';

/** Asked in the card itself, since a token that is revoked stays so. */
export function RevokeQuestion({ token, onCancel }: { token: ApiToken; onCancel: () => void }) {
  const revocation = useRevokeToken();
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
