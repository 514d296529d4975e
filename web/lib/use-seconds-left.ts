import { useEffect, useState } from 'react';

function secondsUntil(deadline: number | undefined): number {
  return deadline === undefined ? 0 : Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
}

/** Whole seconds until a moment in time; it stays right where a tab in the back ticks slowly. */
export function useSecondsLeft(deadline: number | undefined): number {
  const [left, setLeft] = useState(() => secondsUntil(deadline));
  useEffect(() => {
    const update = () => {
      const now = secondsUntil(deadline);
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(update, 200);
    update();
    return () => clearInterval(timer);
  }, [deadline]);
  return left;
}
