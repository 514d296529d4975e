import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingStore, IconRefresh, IconReportMoney } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Company } from '#contract/companies.ts';
import { unknownPartners } from '#contract/protocol.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useOpenRows } from '#web/lib/use-open-rows.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Card } from '#web/ui/Card.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import type { Column } from '#web/ui/table-columns.ts';
import { CommissionsDialog } from './CommissionsDialog.tsx';
import { CompaniesToolbar } from './CompaniesToolbar.tsx';
import { companyAddress } from './company-address.ts';
import { companyColumns } from './company-columns.tsx';
import { companyName } from './company-name.shared.ts';
import { companyMessages } from './company-text.ts';
import { Freshness } from './Freshness.tsx';
import classes from './LiveCompaniesPage.module.css';
import { LiveNotices } from './LiveNotices.tsx';
import { LiveTotals } from './LiveTotals.tsx';
import { statementPath } from './StatementLink.shared.tsx';
import { useLiveList } from './use-live-list.ts';

/** spec §2, Live Companies. The address keeps page, size, search and partner. */
export function LiveCompaniesPage() {
  const list = useLiveList();
  const [edited, setEdited] = useState<Company>();
  const [editing, dialog] = useDisclosure(false);
  const region = useRef<HTMLDivElement>(null);
  useFocusRescue(region, list.rows);
  const retry = () => {
    // The button goes with its message: the focus must not go with them.
    region.current?.focus();
    list.refresh();
  };
  const columns = useColumns(list, (company) => {
    setEdited(company);
    dialog.open();
  });
  return (
    <>
      <PageHeader
        title="Live Companies"
        description="Companies currently using the product, and the commissions they pay."
        actions={
          <>
            <StatementButton partner={list.state.partner} />
            <Refresh list={list} />
          </>
        }
      />
      <LiveNotices
        secondsBlocked={list.secondsBlocked}
        outdated={list.outdated}
        failed={list.failed}
        // With a filter, an empty list does not mean that no company is live.
        empty={list.empty && !list.filtered}
        mayBeFilled={list.mayBeFilled}
        onRetry={retry}
      />
      <div ref={region} tabIndex={-1} className={classes.region}>
        {list.source === 'hubspot' && <Freshness asOf={list.asOf} />}
        <LiveTotals list={list} />
        <Card>
          <CompaniesToolbar
            state={list.state}
            clearable={list.filtered && !list.empty}
            onSearch={list.search}
            onFilter={list.change}
            onClear={list.clear}
          />
          {(list.rows || list.loading) && <LiveTable list={list} columns={columns} />}
        </Card>
      </div>
      <CommissionsDialog
        company={edited}
        currency={list.currency}
        opened={editing}
        onClose={dialog.close}
      />
    </>
  );
}

type List = ReturnType<typeof useLiveList>;

function useColumns({ source, currency }: List, onEdit: (company: Company) => void) {
  const isAdmin = useIsAdmin();
  // What mirrors HubSpot is changed there.
  const canEdit = isAdmin && source === 'portal';
  return companyColumns({ isAdmin, source, currency, onEdit: canEdit ? onEdit : undefined });
}

function LiveTable({ list, columns }: { list: List; columns: Column<Company>[] }) {
  const opening = useOpenRows(companyAddress, list.rows, list);
  return (
    <>
      <div className={classes.list}>
        <DataTable
          label="Live companies"
          columns={columns}
          rows={list.rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => companyName(name)}
          loading={list.loading}
          skeletonRows={list.state.pageSize}
          minWidth={860}
          {...opening}
          empty={<NoCompanies onClear={list.filtered ? list.clear : undefined} />}
        />
      </div>
      <Pager
        {...list.shown}
        total={list.total}
        onChange={list.turnTo}
        disabled={list.empty || list.secondsBlocked > 0}
      />
    </>
  );
}

/** The sentence of the specification, and what to do about it. */
function NoCompanies({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={IconBuildingStore}
      message={companyMessages.none}
      hint={onClear ? companyMessages.noneMatch : companyMessages.nextStep}
      action={
        onClear ? (
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        ) : (
          <Button variant="default" component={Link} to="/leads">
            View leads
          </Button>
        )
      }
    />
  );
}

/** For partners their own; an administrator chooses there, or has chosen here. */
function StatementButton({ partner }: { partner: string }) {
  // The companies of deleted partners have no one whose statement they stand on.
  const path = statementPath(partner === unknownPartners ? {} : { partner });
  return (
    <Button
      variant="default"
      component={Link}
      to={path}
      leftSection={<IconReportMoney size={16} stroke={1.75} aria-hidden="true" />}
    >
      Statement
    </Button>
  );
}

/** Not `disabled` while a rate limit is waited out, so that it keeps the focus. */
function Refresh({ list }: { list: List }) {
  const blocked = list.secondsBlocked > 0;
  return (
    <Button
      variant="default"
      aria-disabled={blocked}
      {...(blocked ? { 'data-disabled': true } : { onClick: list.refresh })}
      leftSection={
        <IconRefresh
          size={16}
          className={list.fetching ? classes.turning : undefined}
          aria-hidden="true"
        />
      }
    >
      Refresh
    </Button>
  );
}
