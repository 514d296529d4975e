import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Where the records of one kind are found, and the lists that they open over. */
export type RecordAddress<ListPath extends string = string> = {
  /** What stands before the id. */
  base: string;
  /** The first is where a record leads back to that was opened from none of them. */
  lists: readonly [ListPath, ...ListPath[]];
};

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The record that a path opens. */
export function recordIdIn({ base }: RecordAddress, pathname: string): string | undefined {
  return new RegExp(`^${base}/(${uuid})/?$`, 'i').exec(pathname)?.[1];
}

export function recordPath({ base }: RecordAddress, id: string): string {
  return `${base}/${id}`;
}

/** The list on the screen: a record that is opened from one leaves it where it is. */
function listBehind<ListPath extends string>(
  address: RecordAddress<ListPath>,
  before: ListPath | undefined,
  pathname: string,
): ListPath | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1');
  const list = address.lists.find((known) => known === path);
  if (list) return list;
  return recordIdIn(address, pathname) ? before : undefined;
}

/** Undefined where there is none, as with a record that was opened by its address or after a reload. */
export function useListBehind<ListPath extends string>(
  address: RecordAddress<ListPath>,
): ListPath | undefined {
  const { pathname } = useLocation();
  const [behind, setBehind] = useState(() => listBehind(address, undefined, pathname));
  const now = listBehind(address, behind, pathname);
  if (now !== behind) setBehind(now);
  return now;
}

/** Kept with a step of the history that was made from a list: the way back leads there. */
type Step = { fromList?: boolean } | null;

/** How links and rows lead to a record: the list's filters stay in the address, for the way back. */
export function useStepToRecord(address: RecordAddress) {
  const { pathname, search, state } = useLocation();
  const isOpened = recordIdIn(address, pathname) !== undefined;
  return {
    search,
    // From record to record is no step of its own: the way back leads to the list.
    options: { replace: isOpened, state: isOpened ? (state as Step) : { fromList: true } },
  };
}

export function useOpenRecord(address: RecordAddress): (id: string) => void {
  const navigate = useNavigate();
  const { search, options } = useStepToRecord(address);
  return (id) => navigate({ pathname: recordPath(address, id), search }, options);
}

/** Longer than the browser takes to be back, during which a second press would take another step. */
const backMilliseconds = 500;

/** Back to the list that the record was opened from, or else to its own; once, also where it is pressed twice. */
export function useCloseRecord({ lists }: RecordAddress, behind?: string): () => void {
  const navigate = useNavigate();
  const { key, search, state } = useLocation();
  const left = useRef({ key: '', at: 0 });
  return () => {
    if (!(state as Step)?.fromList) return navigate({ pathname: behind ?? lists[0], search });
    const now = Date.now();
    if (left.current.key === key && now - left.current.at < backMilliseconds) return;
    left.current = { key, at: now };
    navigate(-1);
  };
}
