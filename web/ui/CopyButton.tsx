import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type Ref, useEffect, useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { toast } from '#web/lib/toasts.ts';
import classes from './CopyButton.module.css';

const confirmMilliseconds = 2_000;

/** Copies a text and says so where the eye already is. */
export function CopyButton({
  text,
  what,
  onCopied,
  ref,
}: {
  text: string;
  /** What is copied, for the button's name: 'token' */
  what: string;
  onCopied?: () => void;
  ref?: Ref<HTMLButtonElement>;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmMilliseconds);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(text)) {
      setCopied(true);
      onCopied?.();
    } else {
      toast.error('Copying did not work here. Select the text and copy it with the keyboard.');
    }
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <span className={classes.copy}>
      <Button
        ref={ref}
        variant="default"
        size="compact-sm"
        h={32}
        miw={88}
        leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
        aria-label={`Copy ${what}`}
        onClick={copy}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <output>
        <VisuallyHidden>{copied && !onCopied ? `The ${what} has been copied` : ''}</VisuallyHidden>
      </output>
    </span>
  );
}
