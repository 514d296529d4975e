import { Button } from '@mantine/core';
import classes from './ToastWithUndo.module.css';

/** What has happened, and beside it the way back. */
export function ToastWithUndo({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className={classes.toast}>
      <span className={classes.message}>{message}</span>
      <Button
        className={classes.undo}
        variant="default"
        size="compact-sm"
        aria-keyshortcuts="Control+Z Meta+Z"
        title="Undo (Ctrl+Z or ⌘Z)"
        onClick={onUndo}
      >
        Undo
      </Button>
    </span>
  );
}
