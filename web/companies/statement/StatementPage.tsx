import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconPrinter, IconReportMoney } from '@tabler/icons-react';
import { useState } from 'react';
import { isNotFound, serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/PageSkeleton.tsx';
import type { Period } from './period.ts';
import classes from './StatementPage.module.css';
import { StatementSheet } from './StatementSheet.tsx';
import { StatementToolbar } from './StatementToolbar.tsx';
import { saveStatement, useStatement } from './statement.api.ts';
import { noDayText, statementMessages } from './statement-text.ts';
import { useStatementAddress } from './use-statement-address.ts';

/** What a partner's companies paid before a period, what changed in it and why, and what they pay since. */
export function StatementPage() {
  const { partner, period, noDay, change } = useStatementAddress();
  const isAdmin = useIsAdmin();
  const fault = faultOf(period, noDay);
  const isChosen = !isAdmin || partner !== undefined;
  const query = useStatement(partner, period, isChosen && !fault);
  const canSave = query.data !== undefined && isChosen && !fault;
  return (
    <div className={classes.page}>
      <div className={classes.screenOnly}>
        <PageHeader
          title="Statement"
          actions={canSave && <Actions partner={partner} period={period} />}
        />
        <StatementToolbar partner={partner} period={period} onChange={change} />
      </div>
      {fault ? (
        <Notice kind="warning">
          <p>{fault}</p>
        </Notice>
      ) : (
        <Content query={query} isChosen={isChosen} />
      )}
    </div>
  );
}

/** Why there is no statement of such days. */
function faultOf(period: Period, noDay: string | null | undefined): string | null {
  if (noDay) return noDayText(noDay);
  return period.to < period.from ? statementMessages.backwards : null;
}

function Content({
  query,
  isChosen,
}: {
  query: ReturnType<typeof useStatement>;
  isChosen: boolean;
}) {
  if (!isChosen) {
    return (
      <Card>
        <EmptyState icon={IconReportMoney} message={statementMessages.choose} />
      </Card>
    );
  }
  if (query.isError) {
    return (
      <Card>
        <EmptyState
          icon={IconAlertTriangle}
          message={
            isNotFound(query.error) ? statementMessages.notThere : statementMessages.notLoaded
          }
          action={
            <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
              Try again
            </Button>
          }
        />
      </Card>
    );
  }
  if (!query.data) return <PageSkeleton />;
  return <StatementSheet statement={query.data.statement} outdated={query.isPlaceholderData} />;
}

type Asked = { partner: string | undefined; period: Parameters<typeof saveStatement>[1] };

function Actions({ partner, period }: Asked) {
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await saveStatement(partner, period);
    } catch (error) {
      toast.error(serverText(error) ?? statementMessages.notSaved);
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <Button
        variant="default"
        loading={saving}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        onClick={save}
      >
        CSV
      </Button>
      <Button
        leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </>
  );
}
