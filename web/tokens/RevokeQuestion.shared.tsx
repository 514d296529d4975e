import type { ApiToken } from '#contract/tokens.ts';
import { toast } from '#web/lib/toasts.ts';
import { AskInPlace } from '#web/ui/AskInPlace.tsx';
import { tokenFailure, tokenSuccess, tokenText } from './token-text.shared.ts';

/** Asked in the card itself, since a token that is revoked stays so. */
export function RevokeQuestion({
  token,
  revocation,
  onCancel,
}: {
  token: ApiToken;
  /** One's own token and a partner's are revoked by different calls. */
  revocation: { isPending: boolean; mutateAsync: (id: string) => Promise<unknown> };
  onCancel: () => void;
}) {
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
