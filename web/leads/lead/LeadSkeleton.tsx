import { VisuallyHidden } from '@mantine/core';
import { Bone } from '#web/ui/Bone.tsx';
import classes from './LeadSkeleton.module.css';
import { contactFacts } from './lead-facts.ts';

/** In the shape of what comes. */
export function LeadSkeleton() {
  return (
    <output className={classes.skeleton} data-note="later">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={classes.company}>
        <Bone width={220} />
      </div>
      <div className={classes.status}>
        <Bone width={96} />
      </div>
      {contactFacts.map(({ name }) => (
        <div key={name} className={classes.row}>
          <Bone width={72} />
          <Bone width={160} />
        </div>
      ))}
    </output>
  );
}
