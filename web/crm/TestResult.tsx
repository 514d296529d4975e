import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { CrmTest } from '#contract/crm.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './ConnectionCard.module.css';
import { crmMessages } from './crm-text.ts';

/** What a test has found, step by step; read out as soon as it is there. */
export function TestResult({ test: { ok, steps } }: { test: CrmTest }) {
  return (
    <div className={classes.result}>
      <Notice
        kind={ok ? 'success' : 'error'}
        title={ok ? crmMessages.testWorks : crmMessages.testFails}
      >
        <ul className={classes.steps}>
          {steps.map((step) => (
            <Step key={step.text} {...step} />
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function Step({ text, ok, detail }: CrmTest['steps'][number]) {
  const Icon = ok ? IconCheck : IconX;
  return (
    <li className={classes.step} data-ok={ok}>
      <Icon className={classes.mark} size={16} stroke={2} aria-hidden="true" />
      <span className={classes.detail}>
        <VisuallyHidden>{ok ? 'Works: ' : 'Fails: '}</VisuallyHidden>
        {text}
        {detail && `: ${detail}`}
      </span>
    </li>
  );
}
