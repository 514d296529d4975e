import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Crm } from '#contract/crm.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { counted, exactDate, groupDigits } from '#web/ui/format.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { relativeTime } from '#web/ui/relative-time.ts';
import classes from './ConnectionCard.module.css';
import { CrmPart } from './CrmPart.tsx';
import { useTestCrm } from './crm.api.ts';
import { crmMessages, waitingText } from './crm-text.ts';
import { TestResult } from './TestResult.tsx';

/** How the connection is doing, and what a test of it has found. */
export function ConnectionCard({ crm, now }: { crm: Crm; now: number }) {
  const { account, fault } = crm;
  const test = useTestCrm();
  useKeepFocus(test.isPending);
  const run = () =>
    test.mutate(undefined, {
      onError: (error) => toast.error(serverText(error) ?? crmMessages.testFailed),
    });
  return (
    <CrmPart
      title="HubSpot"
      beside={fault ? <Mark kind="bad">Not working</Mark> : <Mark kind="good">Connected</Mark>}
      action={
        <Button
          variant="default"
          loading={test.isPending}
          leftSection={<IconPlugConnected size={16} stroke={1.75} aria-hidden="true" />}
          onClick={run}
        >
          Test connection
        </Button>
      }
      hint={
        account && (
          <a className={classes.account} href={account.url} target="_blank" rel="noreferrer">
            Account {account.id}
          </a>
        )
      }
    >
      <Facts crm={crm} now={now} />
      {test.data && <TestResult test={test.data} />}
    </CrmPart>
  );
}

function Facts({
  crm: { last_pull_at, last_push_at, queue, backfill },
  now,
}: {
  crm: Crm;
  now: number;
}) {
  return (
    <dl className={classes.facts}>
      <Fact name="Last pull">
        <Moment at={last_pull_at} now={now} />
      </Fact>
      <Fact name="Last push">
        <Moment at={last_push_at} now={now} />
      </Fact>
      <Fact name="Waiting">{waitingText(queue, now)}</Fact>
      <Fact name="Could not be sent">
        {queue.parked === 0 ? crmMessages.nothing : groupDigits(queue.parked)}
      </Fact>
      {backfill.state === 'done' && backfill.total > 0 && (
        <Fact name="Earlier leads">{counted(backfill.total, 'lead')} sent</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.name}>{name}</dt>
      <dd className={`tabular ${classes.value}`}>{children}</dd>
    </div>
  );
}

function Moment({ at, now }: { at: string | null; now: number }) {
  if (at === null) return crmMessages.never;
  return (
    <time dateTime={at} title={exactDate(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
