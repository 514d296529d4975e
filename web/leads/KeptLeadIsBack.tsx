import { Button } from '@mantine/core';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './KeptLead.module.css';
import { leadMessages } from './lead-text.ts';

/** Above the form that holds it again. */
export function KeptLeadIsBack({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className={classes.place}>
      <Notice
        kind="info"
        actions={
          <Button variant="default" size="compact-sm" h={32} onClick={onStartOver}>
            Start over
          </Button>
        }
      >
        {leadMessages.leadIsBack}
      </Notice>
    </div>
  );
}
