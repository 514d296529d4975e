import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { CommissionSource } from '#contract/commissions.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { NotLoaded } from '#web/ui/NotLoaded.tsx';
import { ChangeEntry } from '../ChangeEntry.tsx';
import { changesAtOnce, useCompanyHistory } from './company.api.ts';
import { companyPanelText, olderText } from './company-panel-text.ts';
import classes from './OpenedCompany.module.css';

/** Every change of what the company pays, the newest first. */
export function CompanyHistory({
  id,
  currency,
  source,
}: {
  id: string;
  currency: string;
  source: CommissionSource;
}) {
  const [count, setCount] = useState(changesAtOnce);
  const { data, isError, isFetching, refetch } = useCompanyHistory(id, count);
  const older = data ? data.total - data.events.length : 0;
  return (
    <section aria-label="History" className={classes.section}>
      <h3 className={classes.heading}>
        History <span className={classes.currency}>{currency}</span>
      </h3>
      {!data && isError && (
        <NotLoaded
          message={companyPanelText.historyNotLoaded}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {!data && !isError && <HistoryPlaceholder />}
      {data?.total === 0 && <p className={classes.quiet}>{companyPanelText.noHistory}</p>}
      <ol className={classes.history}>
        {data?.events.map((event) => (
          <li key={event.id}>
            <ChangeEntry event={event} currency={currency} source={source} />
          </li>
        ))}
      </ol>
      {older > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          h={32}
          loading={isFetching}
          onClick={() => setCount(count + changesAtOnce)}
        >
          {olderText(older)}
        </Button>
      )}
    </section>
  );
}

function HistoryPlaceholder() {
  return (
    <output className={classes.section}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Bone width="70%" />
      <Bone width="50%" />
    </output>
  );
}
