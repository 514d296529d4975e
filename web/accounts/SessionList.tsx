import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, useRef } from 'react';
import type { Session } from '#contract/accounts.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useFailureToast } from '#web/lib/use-failure-toast.ts';
import { useFocusRescue } from '#web/lib/use-focus-rescue.ts';
import { AskInPlace } from '#web/ui/AskInPlace.tsx';
import { Card } from '#web/ui/Card.tsx';
import accountClasses from './AccountPage.module.css';
import { accountMessages } from './account-text.ts';
import { useEndOtherSessions, useSessions } from './accounts.api.ts';
import { SessionItem } from './SessionItem.tsx';
import classes from './SessionList.module.css';
import { SessionsFailed, SessionsWaiting } from './SessionsState.tsx';

/** Where the account is signed in: one session is ended in its line, all others at the top. */
export function SessionList() {
  const query = useSessions();
  const region = useRef<HTMLDivElement>(null);
  const heading = useId();
  useFailureToast(query, accountMessages.sessionsFailed);
  useFocusRescue(region, query.data);
  return (
    <Card form>
      <section ref={region} tabIndex={-1} aria-labelledby={heading} className={classes.region}>
        <Head headingId={heading} sessions={query.data} />
        {query.isPending && <SessionsWaiting />}
        {query.isError && !query.data && <SessionsFailed onRetry={query.refetch} />}
        {query.data && (
          <ul className={classes.list} aria-labelledby={heading}>
            {thisDeviceFirst(query.data).map((session) => (
              <SessionItem key={session.id} session={session} now={query.dataUpdatedAt} />
            ))}
          </ul>
        )}
      </section>
    </Card>
  );
}

/** The one that is known for sure; the others in the order of the server. */
function thisDeviceFirst(sessions: Session[]): Session[] {
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}

function Head({ headingId, sessions }: { headingId: string; sessions: Session[] | undefined }) {
  const [asking, question] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasOthers = sessions?.some(({ current }) => !current) ?? false;
  const cancel = () => {
    question.close();
    button.current?.focus();
  };
  return (
    <header className={classes.head}>
      <div className={classes.headLine}>
        <div className={classes.words}>
          <h2 id={headingId} className={accountClasses.heading}>
            Sessions
          </h2>
          <p className={classes.hint}>
            {sessions && !hasOthers ? accountMessages.onlyHere : accountMessages.sessionsHint}
          </p>
        </div>
        {hasOthers && (
          <Button ref={button} variant="default" aria-expanded={asking} onClick={question.toggle}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      {asking && hasOthers && <EndOthersQuestion onDone={question.close} onCancel={cancel} />}
    </header>
  );
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
