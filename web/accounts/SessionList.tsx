import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import type { Session } from '#contract/accounts.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { AskInPlace } from '#web/ui/AskInPlace.tsx';
import { CardList, CardListWaiting } from '#web/ui/CardList.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { accountMessages } from './account-text.ts';
import { useEndOtherSessions, useSessions } from './accounts.api.ts';
import { SessionItem } from './SessionItem.tsx';

/** Where the account is signed in: one session is ended in its line, all others at the top. */
export function SessionList() {
  const query = useSessions();
  const region = useRef<HTMLElement>(null);
  const [asking, question] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  useFailureToast(query, accountMessages.sessionsFailed);
  useFocusRescue(region, query.data);
  const sessions = query.data;
  const hasOthers = sessions?.some(({ current }) => !current) ?? false;
  const cancel = () => {
    question.close();
    button.current?.focus();
  };
  return (
    <CardList
      ref={region}
      title="Sessions"
      hint={sessions && !hasOthers ? accountMessages.onlyHere : accountMessages.sessionsHint}
      action={
        hasOthers && (
          <Button ref={button} variant="default" aria-expanded={asking} onClick={question.toggle}>
            Sign out everywhere else
          </Button>
        )
      }
      question={
        asking && hasOthers && <EndOthersQuestion onDone={question.close} onCancel={cancel} />
      }
      lines={thisDeviceFirst(sessions ?? []).map((session) => (
        <SessionItem key={session.id} session={session} now={query.dataUpdatedAt} />
      ))}
    >
      {query.isPending && <CardListWaiting />}
      {query.isError && !sessions && (
        <LoadFailed message={accountMessages.sessionsNotLoaded} onRetry={query.refetch} />
      )}
    </CardList>
  );
}

/** The one that is known for sure; the others in the order of the server. */
function thisDeviceFirst(sessions: Session[]): Session[] {
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}

function EndOthersQuestion({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const ending = useEndOtherSessions();
  const end = async () => {
    try {
      await ending.mutateAsync();
      toast.success(accountMessages.othersEnded);
      onDone();
    } catch (error) {
      toast.error(serverText(error) ?? accountMessages.othersEndFailed);
    }
  };
  return (
    <AskInPlace
      question={accountMessages.endOthers}
      confirm="Sign out"
      busy={ending.isPending}
      onConfirm={end}
      onCancel={onCancel}
    />
  );
}
