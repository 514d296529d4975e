import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import type { Session } from '#contract/accounts.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { AskInPlace } from '#web/ui/AskInPlace.tsx';
import { CardListItem } from '#web/ui/CardList.tsx';
import { displayText, exactDate } from '#web/ui/format.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { relativeTime } from '#web/ui/relative-time.ts';
import { accountMessages } from './account-text.ts';
import { useEndSession } from './accounts.api.ts';
import classes from './SessionList.module.css';

/** Said of the devices that are carried around; everything else stands on a desk. */
const carried = /iOS|iPhone|iPad|Android|Mobile/i;

export function SessionItem({ session, now }: { session: Session; now: number }) {
  const [asking, question] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const Picture = carried.test(session.device) ? IconDeviceMobile : IconDeviceDesktop;
  const cancel = () => {
    question.close();
    button.current?.focus();
  };
  return (
    <CardListItem
      before={<Picture className={classes.picture} size={20} stroke={1.5} aria-hidden="true" />}
      words={<SessionFacts session={session} now={now} />}
      action={
        !session.current && (
          <Tooltip label="End session">
            <ActionIcon
              ref={button}
              aria-label={`End session: ${session.device}`}
              aria-expanded={asking}
              onClick={question.toggle}
            >
              <IconLogout size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )
      }
      question={asking && !session.current && <EndQuestion session={session} onCancel={cancel} />}
    />
  );
}

function SessionFacts({ session, now }: { session: Session; now: number }) {
  return (
    <>
      <p className={classes.device}>
        <bdi>{session.device}</bdi>
        {session.current && <Mark>This device</Mark>}
      </p>
      <p className={classes.facts}>
        <span className={classes.address}>
          <Address address={displayText(session.address, 'Unknown address')} />
        </span>
        <span>
          Last used{' '}
          <time dateTime={session.last_used_at} title={exactDate(session.last_used_at)}>
            {/* The server notes a use once a minute; this one is in use. */}
            {session.current ? 'just now' : relativeTime(session.last_used_at, now)}
          </time>
        </span>
      </p>
    </>
  );
}

/** A long one of IPv6 breaks between its groups, not within one. */
function Address({ address }: { address: string }) {
  const [first, ...groups] = address.split(':');
  return (
    <>
      {first}
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has nothing but its place
        <Fragment key={index}>
          :<wbr />
          {group}
        </Fragment>
      ))}
    </>
  );
}

function EndQuestion({ session, onCancel }: { session: Session; onCancel: () => void }) {
  const ending = useEndSession();
  const end = async () => {
    try {
      await ending.mutateAsync(session.id);
      toast.success(accountMessages.sessionEnded);
    } catch (error) {
      toast.error(serverText(error) ?? accountMessages.sessionEndFailed);
    }
  };
  return (
    <AskInPlace
      question={accountMessages.endSession}
      confirm="End session"
      busy={ending.isPending}
      onConfirm={end}
      onCancel={onCancel}
    />
  );
}
