import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSecondsLeft } from '#web/lib/use-seconds-left.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './LoginPage.module.css';

const waitMilliseconds = 5_000;

/** spec §2: signed in, but the password needs attention. Goes on by itself. */
export function PasswordWarning({
  warning,
  onContinue,
}: {
  warning: string;
  onContinue: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [deadline] = useState(() => Date.now() + waitMilliseconds);
  const seconds = useSecondsLeft(deadline);
  const onTimeout = useEffectEvent(onContinue);
  useEffect(() => {
    button.current?.focus();
    const timer = setTimeout(() => onTimeout(), waitMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.form}>
      <Notice kind="warning" title="You are signed in">
        {warning}
      </Notice>
      <Button ref={button} size="md" fullWidth onClick={onContinue}>
        Continue
      </Button>
      <p className={classes.countdown}>
        Continuing in {seconds} {seconds === 1 ? 'second' : 'seconds'}
      </p>
    </div>
  );
}
