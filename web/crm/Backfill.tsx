import { Button } from '@mantine/core';
import { IconPlayerPause, IconSend } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Crm } from '#contract/crm.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { counted } from '#web/ui/format.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import page from './CrmPage.module.css';
import { CrmPart } from './CrmPart.tsx';
import { useChangeBackfill } from './crm.api.ts';
import { backfillText, crmMessages } from './crm-text.ts';

/** The leads that were here before HubSpot was: sent when an administrator says so. */
export function Backfill({ backfill }: { backfill: Crm['backfill'] }) {
  const { state, done, total } = backfill;
  const region = useRef<HTMLElement>(null);
  useFocusRescue(region, state);
  return (
    <CrmPart ref={region} title="Leads that are here already" hint={backfillText(backfill)}>
      {state !== 'offered' && <SentShare done={done} total={total} />}
      <div className={page.actions}>
        <NextStep backfill={backfill} />
      </div>
    </CrmPart>
  );
}

function NextStep({ backfill: { state, total } }: { backfill: Crm['backfill'] }) {
  const change = useChangeBackfill();
  useKeepFocus(change.isPending);
  const running = state === 'running';
  const go = () =>
    change.mutate(running ? 'paused' : 'running', {
      onError: (error) => toast.error(serverText(error) ?? crmMessages.backfillFailed),
    });
  const Icon = running ? IconPlayerPause : IconSend;
  return (
    <Button
      variant={running ? 'default' : 'filled'}
      loading={change.isPending}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
      onClick={go}
    >
      {running ? 'Pause' : state === 'paused' ? 'Continue' : `Send ${counted(total, 'lead')}`}
    </Button>
  );
}

function SentShare({ done, total }: { done: number; total: number }) {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return <ProgressBar label="Leads sent" percent={percent} />;
}
