import { Button } from '@mantine/core';
import { Notice } from '#web/ui/Notice.tsx';
import { tokenText } from '../token-text.shared.ts';
import { usePortalDescription } from '../tokens.api.ts';
import classes from './Documentation.module.css';

/** Says where the address and the limits are not this portal's own; those of an earlier answer stay. */
export function NotDescribed() {
  const { data, isError, refetch } = usePortalDescription();
  if (data || !isError) return null;
  const tryAgain = () => {
    // The button goes with the notice: reading and tabbing go on at the page's content.
    document.getElementById('main')?.focus({ preventScroll: true });
    refetch();
  };
  return (
    <div className={classes.notDescribed}>
      <Notice
        kind="warning"
        actions={
          <Button variant="default" size="compact-sm" h={32} onClick={tryAgain}>
            Try again
          </Button>
        }
      >
        {tokenText.notDescribed}
      </Notice>
    </div>
  );
}
