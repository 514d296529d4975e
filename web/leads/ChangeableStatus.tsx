import { lazy, Suspense, useState } from 'react';
import type { Lead } from '#contract/leads.ts';
import { StatusButton } from './StatusButton.tsx';

const StatusMenu = lazy(async () => ({ default: (await import('./StatusMenu.tsx')).StatusMenu }));

/** An administrator changes a lead's status from its badge; the menu comes with its first use. */
export function ChangeableStatus({ lead }: { lead: Lead }) {
  const [wasClicked, setWasClicked] = useState(false);
  const button = (
    <StatusButton
      lead={lead}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWasClicked(true)}
    />
  );
  if (!wasClicked) return button;
  return (
    <Suspense fallback={button}>
      <StatusMenu lead={lead} />
    </Suspense>
  );
}
