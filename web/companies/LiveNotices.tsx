import { Button } from '@mantine/core';
import { counted } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { companyMessages } from './company-text.ts';
import classes from './LiveCompaniesPage.module.css';

/** What the screen has to say beyond its table (spec §2, §8): at most one thing at a time. */
export function LiveNotices({
  secondsBlocked,
  outdated,
  failed,
  empty,
  mayBeFilled,
  onRetry,
}: {
  secondsBlocked: number;
  /** Whether the rows below answer an earlier question. */
  outdated: boolean;
  failed: boolean;
  empty: boolean;
  /** Whether what was empty may no longer be. */
  mayBeFilled: boolean;
  onRetry: () => void;
}) {
  const notice =
    secondsBlocked > 0 ? (
      <RateLimited seconds={secondsBlocked} outdated={outdated} />
    ) : failed ? (
      <Failed onRetry={onRetry} />
    ) : (
      (empty || mayBeFilled) && <Empty noneLive={empty} mayBeFilled={mayBeFilled} />
    );
  return notice && <div className={classes.notice}>{notice}</div>;
}

function RateLimited({ seconds, outdated }: { seconds: number; outdated: boolean }) {
  return (
    <Notice kind="warning">
      <p>{companyMessages.rateLimited}</p>
      {outdated && <p>{companyMessages.outdated}</p>}
      {/* Hidden from screen readers, which would read it out every second. */}
      <p aria-hidden="true" className="tabular">
        Loading again in {counted(seconds, 'second')}
      </p>
    </Notice>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      kind="error"
      actions={
        <Button variant="default" size="compact-sm" h={32} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {companyMessages.loadFailed}
    </Notice>
  );
}

function Empty({ noneLive, mayBeFilled }: { noneLive: boolean; mayBeFilled: boolean }) {
  return (
    <Notice kind="info">
      {noneLive && (
        <p>
          <strong>No Live Companies:</strong> {companyMessages.noneLive}
        </p>
      )}
      {mayBeFilled && <p>{companyMessages.mayBeFilled}</p>}
    </Notice>
  );
}
