import { type ReactNode, Suspense, useEffect, useState } from 'react';

type Overlay = { opened: boolean; children: (opened: boolean) => ReactNode };

/** Mounts an overlay when it is first opened: nobody waits for the code of what stays closed. */
export function OnDemand(overlay: Overlay) {
  const [wasOpened, setWasOpened] = useState(false);
  if (overlay.opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ClosedAtFirst {...overlay} />
    </Suspense>
  );
}

/** Opens once it has mounted: only so it fades in, and remembers where the focus was. */
function ClosedAtFirst({ opened, children }: Overlay) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return children(opened && mounted);
}
