import { useEffect, useState } from 'react';

/** A value once nobody has changed it for so long; undefined until then, also where it is an old one. */
export function useRested(value: string, milliseconds: number): string | undefined {
  const [rested, setRested] = useState<string | undefined>(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => {
      clearTimeout(timer);
      setRested(undefined);
    };
  }, [value, milliseconds]);
  return rested === value ? rested : undefined;
}
