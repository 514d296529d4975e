import classes from './Bone.module.css';
import { useDelayed } from './use-delayed.ts';

/** Keeps the place of a text that is on its way; seen when waiting lasts. */
export function Bone({ width }: { width: number | string }) {
  const visible = useDelayed();
  return (
    <span
      className={classes.bone}
      style={{ width }}
      data-visible={visible || undefined}
      aria-hidden="true"
    />
  );
}
