import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { defaultPageSize, pageSizes } from '#contract/limits.ts';

/** Where a list stands: its page, and a text for each of its filters, empty where it filters nothing. */
export type ListState<Filter extends string> = { page: number; pageSize: number } & Record<
  Filter,
  string
>;

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Pages count from 1 in the address, as they do on the screen; nonsense reads as the default. */
export function readListState<Filter extends string>(
  params: URLSearchParams,
  filters: readonly Filter[],
): ListState<Filter> {
  const size = wholeNumber(params.get('size'));
  const texts = filters.map((name) => [name, params.get(name) ?? '']);
  return {
    ...(Object.fromEntries(texts) as Record<Filter, string>),
    page: Math.max(1, wholeNumber(params.get('page')) ?? 1) - 1,
    pageSize: pageSizes.find((allowed) => allowed === size) ?? defaultPageSize,
  };
}

/** Only what differs from the default is written, so that a plain list has a plain address. */
export function writeListState<Filter extends string>(
  state: ListState<Filter>,
  filters: readonly Filter[],
): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of filters) {
    if (state[name]) params.set(name, state[name]);
  }
  if (state.page > 0) params.set('page', String(state.page + 1));
  if (state.pageSize !== defaultPageSize) params.set('size', String(state.pageSize));
  return params;
}

/**
 * A list's filters and page, kept in the address: links and the back button bring them back.
 * `filters` names them; it must be the same array at every render.
 */
export function useListState<Filter extends string>(filters: readonly Filter[]) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params, filters), [params, filters]);
  const go = useCallback(
    (next: URLSearchParams, options?: NavigateOptions) => {
      // The back button should not have to be pressed twice for nothing.
      if (next.toString() !== params.toString()) setParams(next, options);
    },
    [params, setParams],
  );
  const change = useCallback(
    (part: Partial<ListState<Filter>>, options?: NavigateOptions) => {
      // A new filter or search starts at its first page (spec §4).
      const firstPage = 'page' in part ? {} : { page: 0 };
      go(writeListState({ ...state, ...firstPage, ...part }, filters), options);
    },
    [state, filters, go],
  );
  /** Drawn before the next press, which counts from there: eight presses on Next are eight pages. */
  const turnTo = useCallback(
    ({ page, pageSize }: { page: number; pageSize: number }) =>
      change({ page, pageSize } as Partial<ListState<Filter>>, { flushSync: true }),
    [change],
  );
  const clear = useCallback(() => go(new URLSearchParams()), [go]);
  return { state, change, turnTo, clear };
}
