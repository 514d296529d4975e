import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Administrator, Session } from '#contract/accounts.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { RequestOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { call } from '#web/lib/client.ts';

type PasswordChange = RequestOf<typeof routes.changeOwnPassword>['body'];
type NewAdministrator = RequestOf<typeof routes.createAdministrator>['body'];
type Confirmed = RequestOf<typeof routes.deleteAdministrator>['body'];
type PasswordReset = RequestOf<typeof routes.resetAdministratorPassword>['body'];

const sessionsKey = ['accounts', 'sessions'];
const administratorsKey = ['accounts', 'administrators'];

const sessionsRefreshMilliseconds = 60_000;

/** Last used first. Asked for again every minute, so that "2 minutes ago" stays true. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call(endpoints.listSessions, {}, { signal })).sessions,
    refetchInterval: sessionsRefreshMilliseconds,
  });
}

/** Both leave the list as the server has it by then, whatever has ended elsewhere meanwhile. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.endSession, { params: { id } }),
    onSuccess: (_, id) =>
      queries.setQueryData<Session[]>(sessionsKey, (list) => list?.filter((one) => one.id !== id)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useEndOtherSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.endOtherSessions),
    onSuccess: () =>
      queries.setQueryData<Session[]>(sessionsKey, (list) =>
        list?.filter(({ current }) => current),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) => call(endpoints.changeOwnPassword, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useAdministrators() {
  return useQuery({
    queryKey: administratorsKey,
    queryFn: async ({ signal }) =>
      (await call(endpoints.listAdministrators, {}, { signal })).administrators,
  });
}

export function useCreateAdministrator() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAdministrator) => call(endpoints.createAdministrator, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: administratorsKey }),
  });
}

export function useRemoveAdministrator() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Confirmed & { id: string }) =>
      call(endpoints.deleteAdministrator, { params: { id }, body }),
    onSuccess: (_, { id }) =>
      queries.setQueryData<Administrator[]>(administratorsKey, (list) =>
        list?.filter((one) => one.id !== id),
      ),
  });
}

/** After a removal, or one that failed because the list is no longer what it was. */
export function useRefreshAdministrators() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: administratorsKey });
}

export function useResetAdministratorPassword(id: string) {
  return useMutation({
    mutationFn: (body: PasswordReset) =>
      call(endpoints.resetAdministratorPassword, { params: { id }, body }),
  });
}
