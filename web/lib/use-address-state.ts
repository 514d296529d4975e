import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { defaultPageSize, pageSizes } from '#contract/limits.ts';

export type ListState = {
  page: number;
  pageSize: number;
  search: string;
  partner: string;
  status: string;
};

const defaults: ListState = {
  page: 0,
  pageSize: defaultPageSize,
  search: '',
  partner: '',
  status: '',
};

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Pages count from 1 in the address, as they do on the screen; nonsense reads as the default. */
export function readListState(params: URLSearchParams): ListState {
  const size = wholeNumber(params.get('size'));
  return {
    page: Math.max(1, wholeNumber(params.get('page')) ?? 1) - 1,
    pageSize: pageSizes.find((allowed) => allowed === size) ?? defaultPageSize,
    search: params.get('search') ?? '',
    partner: params.get('partner') ?? '',
    status: params.get('status') ?? '',
  };
}

/** Only what differs from the default is written, so that a plain list has a plain address. */
export function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search) params.set('search', state.search);
  if (state.partner) params.set('partner', state.partner);
  if (state.status) params.set('status', state.status);
  if (state.page > 0) params.set('page', String(state.page + 1));
  if (state.pageSize !== defaultPageSize) params.set('size', String(state.pageSize));
  return params;
}

/** A list's filters, search and page, kept in the address: links and the back button bring it back. */
export function useListState() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params), [params]);
  const go = useCallback(
    (next: ListState, options?: NavigateOptions) => {
      const written = writeListState(next);
      // The back button should not have to be pressed twice for nothing.
      if (written.toString() !== params.toString()) setParams(written, options);
    },
    [params, setParams],
  );
  const change = useCallback(
    (part: Partial<ListState>, options?: NavigateOptions) => {
      // A new filter or search starts at its first page (spec §4).
      const reset = 'page' in part ? {} : { page: 0 };
      go({ ...state, ...reset, ...part }, options);
    },
    [state, go],
  );
  const clear = useCallback(() => go(defaults), [go]);
  return { state, change, clear };
}
