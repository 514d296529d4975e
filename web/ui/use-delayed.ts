import { useEffect, useState } from 'react';

const skeletonDelay = 150;

/** True once waiting has lasted long enough to be worth showing. */
export function useDelayed(waiting = true): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setVisible(false);
      return;
    }
    const timer = setTimeout(() => setVisible(true), skeletonDelay);
    return () => clearTimeout(timer);
  }, [waiting]);
  return visible;
}
