import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Partner } from '#contract/partners.ts';
import { lastPageOf } from '#web/lib/paging.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { useListState } from '#web/lib/use-list-state.ts';
import { Card } from '#web/ui/Card.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { DeletePartnerDialog } from './DeletePartnerDialog.tsx';
import { filterPartners } from './filter-partners.ts';
import { PartnersEmpty } from './PartnersEmpty.tsx';
import classes from './PartnersPage.module.css';
import { partnerColumns } from './partner-columns.tsx';
import { partnerName } from './partner-name.shared.ts';
import { partnerMessages } from './partner-text.ts';
import { usePartners } from './partners.api.ts';

/** spec §2, Partners list: all of them are here, so searching and paging happen in the browser. */
export function PartnersPage() {
  const list = usePartnersList();
  const [partnerToDelete, setPartnerToDelete] = useState<Partner>();
  const [confirming, dialog] = useDisclosure(false);
  const region = useRef<HTMLDivElement>(null);
  useFocusRescue(region, list.rows);
  const columns = useMemo(
    () =>
      partnerColumns((partner) => {
        setPartnerToDelete(partner);
        dialog.open();
      }),
    [dialog.open],
  );
  return (
    <>
      <PageHeader title="Partners" actions={<AddPartner />} />
      <Card>
        <div className={classes.toolbar}>
          <SearchBox
            instant
            label="Search partners"
            placeholder="Search partners..."
            value={list.search}
            onSearch={list.setSearch}
          />
        </div>
        <div ref={region} tabIndex={-1} className={classes.list}>
          <DataTable
            label="Partners"
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => partnerName(name)}
            loading={list.loading}
            skeletonRows={list.pageSize}
            minWidth={640}
            empty={
              <PartnersEmpty
                failed={list.failed}
                onRetry={list.retry}
                onClear={list.search ? () => list.setSearch('') : undefined}
              />
            }
          />
        </div>
        <Pager
          page={list.page}
          pageSize={list.pageSize}
          total={list.total}
          onChange={list.turnTo}
          disabled={!list.total}
        />
      </Card>
      <DeletePartnerDialog
        partner={partnerToDelete}
        opened={confirming}
        onClose={dialog.close}
        focusAfter={region}
      />
    </>
  );
}

function AddPartner() {
  return (
    <Button
      component={Link}
      to="/partners/add"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      Add Partner
    </Button>
  );
}

const filters = ['search'] as const;

function usePartnersList() {
  const { state, change, turnTo } = useListState(filters);
  const { search, pageSize } = state;
  const query = usePartners();
  useFailureToast(query, partnerMessages.listFailed);
  const found = useMemo(
    () => query.data && filterPartners(query.data, search),
    [query.data, search],
  );
  const failed = query.isError && !query.data;
  const page = Math.min(state.page, lastPageOf(found?.length, pageSize));
  const rows = found?.slice(page * pageSize, (page + 1) * pageSize);
  return {
    search,
    page,
    pageSize,
    rows: failed ? [] : rows,
    total: found?.length,
    failed,
    loading: query.isPending,
    retry: query.refetch,
    turnTo,
    /** At once with every letter, none of which is a step for the back button. */
    setSearch: (text: string) => change({ search: text }, { replace: true, flushSync: true }),
  };
}
