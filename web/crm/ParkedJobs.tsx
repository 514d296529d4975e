import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Crm, ParkedJob } from '#contract/crm.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { CardList } from '#web/ui/CardList.tsx';
import { useRetryJob } from './crm.api.ts';
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
  const retrying = useRetryJob();
  const [busy, setBusy] = useState(false);
  useKeepFocus(busy);
  const retryAll = async () => {
    setBusy(true);
    try {
      // One after the other: a caller has few calls at work at once.
      for (const job of jobs) {
        await retrying.mutateAsync(job.id);
        onRetried(job);
      }
      toast.success(crmMessages.retriedAll);
    } catch (error) {
      toast.error(serverText(error) ?? crmMessages.retryFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={busy} onClick={retryAll}>
      Retry all
    </Button>
  );
}
