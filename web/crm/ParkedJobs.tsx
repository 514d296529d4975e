import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { Crm, ParkedJob } from '#contract/crm.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { CardList } from '#web/ui/CardList.tsx';
import { useRetryJobs } from './crm.api.ts';
import { crmMessages, moreParkedText } from './crm-text.ts';
import { ParkedJobItem } from './ParkedJobItem.tsx';

/** What HubSpot did not take and trying again by itself would not help: a person decides. */
export function ParkedJobs({
  crm: { parked, queue },
  now,
  onRetried,
}: {
  crm: Crm;
  now: number;
  onRetried: (job: ParkedJob) => void;
}) {
  const region = useRef<HTMLElement>(null);
  useFocusRescue(region, parked);
  const more = moreParkedText(parked.length, queue.parked);
  return (
    <CardList
      ref={region}
      title="Could not be sent"
      hint={more ? `${crmMessages.parkedHint} ${more}` : crmMessages.parkedHint}
      action={parked.length > 1 && <RetryAll jobs={parked} onRetried={onRetried} />}
      lines={parked.map((job) => (
        <ParkedJobItem key={job.id} job={job} now={now} onRetried={onRetried} />
      ))}
    />
  );
}

function RetryAll({ jobs, onRetried }: { jobs: ParkedJob[]; onRetried: (job: ParkedJob) => void }) {
  const retrying = useRetryJobs();
  useKeepFocus(retrying.isPending);
  // The list, and this with it, is gone before the answer is told of.
  const retryAll = async () => {
    try {
      await retrying.mutateAsync();
      for (const job of jobs) onRetried(job);
      toast.success(crmMessages.retriedAll);
    } catch (error) {
      toast.error(serverText(error) ?? crmMessages.retryFailed);
    }
  };
  return (
    <Button variant="default" loading={retrying.isPending} onClick={retryAll}>
      Retry all
    </Button>
  );
}
