import { useEffect, useRef } from 'react';
import type { ParkedJob } from '#contract/crm.ts';
import { toast } from '#web/lib/toasts.ts';
import { crmMessages } from './crm-text.ts';

/**
 * Tells whoever has had a job tried again that it has failed once more. Answers with what takes down
 * which jobs those are.
 */
export function useFailedAgain(parked: ParkedJob[]) {
  const retried = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, parked_at, lead, what, reason } of parked) {
      const before = retried.current.get(id);
      if (before === undefined || before === parked_at) continue;
      retried.current.delete(id);
      toast.error(`${lead?.name ?? what}: ${crmMessages.failedAgain}. ${reason}`);
    }
  }, [parked]);
  return ({ id, parked_at }: ParkedJob) => {
    retried.current.set(id, parked_at);
  };
}
