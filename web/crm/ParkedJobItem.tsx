import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { ParkedJob } from '#contract/crm.ts';
import { leadPath } from '#web/leads/lead-paths.shared.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { AskInPlace } from '#web/ui/AskInPlace.tsx';
import { CardListItem } from '#web/ui/CardList.tsx';
import { exactDate } from '#web/ui/format.ts';
import { relativeTime } from '#web/ui/relative-time.ts';
import { useDropJob, useRetryJob } from './crm.api.ts';
import { crmMessages, triedText } from './crm-text.ts';
import classes from './ParkedJobs.module.css';

/** One of them: what it was about, why it cannot be done, and what can be done about it. */
export function ParkedJobItem({
  job,
  now,
  onRetried,
}: {
  job: ParkedJob;
  now: number;
  onRetried: (job: ParkedJob) => void;
}) {
  const [asking, question] = useDisclosure(false);
  const dropButton = useRef<HTMLButtonElement>(null);
  const name = job.lead?.name ?? job.what;
  const cancel = () => {
    question.close();
    dropButton.current?.focus();
  };
  return (
    <CardListItem
      words={<JobFacts job={job} now={now} />}
      action={
        <div className={classes.actions}>
          <RetryButton job={job} name={name} onRetried={onRetried} />
          <Button
            ref={dropButton}
            variant="default"
            size="compact-sm"
            h={32}
            aria-label={`Drop ${name}`}
            aria-expanded={asking}
            onClick={question.toggle}
          >
            Drop
          </Button>
        </div>
      }
      question={asking && <DropQuestion id={job.id} onCancel={cancel} />}
    />
  );
}

function RetryButton({
  job,
  name,
  onRetried,
}: {
  job: ParkedJob;
  name: string;
  onRetried: (job: ParkedJob) => void;
}) {
  const retrying = useRetryJob();
  useKeepFocus(retrying.isPending);
  const retry = () =>
    retrying.mutate(job.id, {
      onSuccess: () => {
        onRetried(job);
        toast.success(crmMessages.retried);
      },
      onError: (error) => toast.error(serverText(error) ?? crmMessages.retryFailed),
    });
  return (
    <Button
      variant="default"
      size="compact-sm"
      h={32}
      loading={retrying.isPending}
      aria-label={`Retry ${name}`}
      onClick={retry}
    >
      Retry
    </Button>
  );
}

function JobFacts({ job, now }: { job: ParkedJob; now: number }) {
  const { lead, what, reason, attempts, is_retried, parked_at } = job;
  return (
    <>
      <p className={classes.what}>
        {lead && (
          <>
            <Link to={leadPath(lead.id)} className={classes.lead ?? ''}>
              <bdi>{lead.name}</bdi>
            </Link>
            {': '}
          </>
        )}
        {what}
      </p>
      <p className={classes.reason} dir="auto">
        {reason}
      </p>
      <p className={`tabular ${classes.facts}`}>
        {triedText(attempts, is_retried)}{' '}
        <time dateTime={parked_at} title={exactDate(parked_at)}>
          {relativeTime(parked_at, now)}
        </time>
      </p>
    </>
  );
}

function DropQuestion({ id, onCancel }: { id: string; onCancel: () => void }) {
  const dropping = useDropJob();
  const drop = () =>
    dropping.mutate(id, {
      onSuccess: () => toast.brief(crmMessages.dropped),
      onError: (error) => toast.error(serverText(error) ?? crmMessages.dropFailed),
    });
  return (
    <AskInPlace
      question={crmMessages.dropQuestion}
      confirm="Drop"
      busy={dropping.isPending}
      onConfirm={drop}
      onCancel={onCancel}
    />
  );
}
