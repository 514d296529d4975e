import { useDelayed } from '#web/ui/use-delayed.ts';
import classes from './Bone.module.css';

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
