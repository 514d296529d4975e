import { Button } from '@mantine/core';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { Card } from '#web/ui/Card.tsx';
import { DropZone } from './DropZone.tsx';
import { FilePanel } from './FilePanel.tsx';
import classes from './Upload.module.css';
import { UploadStatus } from './UploadStatus.tsx';
import { isWaiting, type UploadState } from './upload-state.ts';
import type { Upload } from './use-upload.ts';

/** The place for the file, what is happening to it, and the two buttons. */
export function UploadForm({
  upload,
  submitRef: submitButton,
  onCancel,
}: {
  upload: Upload;
  submitRef: RefObject<HTMLButtonElement | null>;
  onCancel: () => void;
}) {
  const { state, choose, start, remove } = upload;
  const browseButton = useRef<HTMLButtonElement>(null);
  useFocusOnStep(state.step, { selected: submitButton, idle: browseButton });
  const looksDisabled = !isWaiting(state) || upload.nothingLeft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start();
  };
  return (
    <Card padded>
      <form onSubmit={submit} noValidate>
        {isWaiting(state) || state.step === 'uploading' ? (
          <FilePanel state={state} onFiles={choose} onRemove={remove} />
        ) : (
          <DropZone onFiles={choose} browseRef={browseButton} faulty={'fault' in state} />
        )}
        <UploadStatus upload={upload} />
        <div className={classes.actions}>
          {/* It looks disabled but can be pressed: without a file it then says what is missing (spec §5). */}
          <Button
            ref={submitButton}
            type="submit"
            data-disabled={looksDisabled}
            aria-disabled={looksDisabled}
          >
            Upload
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** What had the focus may be gone with the last step: it goes to what comes next. */
function useFocusOnStep(
  step: UploadState['step'],
  targets: Partial<Record<UploadState['step'], RefObject<HTMLElement | null>>>,
) {
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    targets[step]?.current?.focus();
  }, [step, targets]);
}
