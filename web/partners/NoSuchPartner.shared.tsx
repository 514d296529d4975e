import { Notice } from '#web/ui/Notice.tsx';
import { partnerMessages } from './partner-text.ts';

/** In the place of a form that would add leads for a partner whom nobody knows, or no longer. */
export function NoSuchPartner() {
  return (
    <Notice kind="error" title={partnerMessages.notThere}>
      {partnerMessages.notThereHint}
    </Notice>
  );
}
