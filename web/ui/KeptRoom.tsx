import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './KeptRoom.module.css';
import { keepHeight, keptHeight } from './kept-rooms.ts';

/**
 * Nothing below moves when what is waited for comes: how many rows that has, and how they wrap, nobody
 * knows before, but mostly it is as high as when this browser last showed it. Where it was nothing,
 * nothing stands there meanwhile.
 */
export function KeptRoom({
  name,
  waiting,
  children,
}: {
  name: string;
  waiting: boolean;
  children?: ReactNode;
}) {
  const room = useRef<HTMLDivElement>(null);
  const known = useKeptHeight(name);
  useEffect(() => {
    const element = room.current;
    if (waiting || !element) return;
    const keep = () => {
      const height = element.offsetHeight;
      if (height > 0 || element.childElementCount === 0) keepHeight(name, height);
    };
    keep();
    const sizes = new ResizeObserver(keep);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [name, waiting]);
  const height = waiting ? known : undefined;
  return (
    <div
      ref={room}
      className={classes.room}
      style={{ height }}
      data-known={height !== undefined || undefined}
    >
      {height !== 0 && children}
    </div>
  );
}

/** Of a window that has another width it is another height. */
function useKeptHeight(name: string): number | undefined {
  const [height, setHeight] = useState(() => keptHeight(name));
  useEffect(() => {
    const readAgain = () => setHeight(keptHeight(name));
    addEventListener('resize', readAgain);
    return () => removeEventListener('resize', readAgain);
  }, [name]);
  return height;
}
