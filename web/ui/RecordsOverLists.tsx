import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ListedRecordsContext, noneListed } from '#web/lib/listed-records.ts';
import type { Walked } from '#web/lib/neighbours.ts';
import {
  type RecordAddress,
  recordIdIn,
  recordPath,
  useListBehind,
} from '#web/lib/record-address.ts';
import { useIsSmallScreen } from '#web/lib/use-is-small-screen.ts';
import { PageSkeleton } from './PageSkeleton.tsx';

/** What a record that stands over a list is told of it. */
export type OverList<ListPath extends string = string> = {
  id: string;
  behind: ListPath;
  listed: Walked;
  /** The record whose row gets the focus when this one is closed. */
  returnTo: RefObject<string | undefined>;
};

/**
 * The lists of one kind of record, and a record. One opened from a list stands over it, and the list
 * stays as it is; one opened by its address, as after a reload, is a page of its own.
 */
export function RecordsOverLists<ListPath extends string>({
  address,
  drawList,
  drawPanel,
  drawPage,
}: {
  address: RecordAddress<ListPath>;
  drawList: (path: ListPath) => ReactNode;
  drawPanel: (opened: OverList<ListPath>) => ReactNode;
  drawPage: (id: string) => ReactNode;
}) {
  const { pathname } = useLocation();
  const id = recordIdIn(address, pathname);
  const behind = useListBehind(address);
  const [listed, setListed] = useState(noneListed);
  const returnTo = useReturnToRow(address, id, listed.ids);
  const isSmall = useIsSmallScreen();
  if (!behind) {
    // spec §2: what is no address of a record is an unknown path.
    if (!id) return <Navigate to="/dashboard" replace />;
    return <Suspense fallback={<PageSkeleton />}>{drawPage(id)}</Suspense>;
  }
  return (
    <>
      <ListedRecordsContext value={setListed}>
        {/* A small screen has room for one of them. */}
        <div inert={id !== undefined && isSmall}>{drawList(behind)}</div>
      </ListedRecordsContext>
      {id && <Suspense fallback={null}>{drawPanel({ id, behind, listed, returnTo })}</Suspense>}
    </>
  );
}

/** Whoever closes a record is back on its row, or on the one that it has left its place to. */
function useReturnToRow(
  address: RecordAddress,
  id: string | undefined,
  listed: string[] | undefined,
): RefObject<string | undefined> {
  const returnTo = useRef<string>(undefined);
  useEffect(() => {
    if (id) {
      returnTo.current = id;
      return;
    }
    if (!returnTo.current || !listed) return;
    focusRow(returnTo.current, recordPath(address, returnTo.current));
    returnTo.current = undefined;
  }, [address, id, listed]);
  return returnTo;
}

function focusRow(id: string, path: string): void {
  const main = document.getElementById('main');
  // Whoever has gone on to something else stays there.
  if (document.activeElement !== document.body && document.activeElement !== main) return;
  const link = document.querySelector<HTMLElement>(`tr[data-key="${id}"] a[href^="${path}"]`);
  if (link) link.focus();
  else main?.focus({ preventScroll: true });
}
