import { useEffect, useState } from 'react';

/** The value with which it begins, then each once nobody has changed it for so long; undefined between them. */
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
