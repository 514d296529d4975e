import { Button, type ButtonProps, Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { findingsIn } from './check-state.ts';
import { ImportValidDialog } from './findings/ImportValidDialog.tsx';
import { offReasons, primaryTexts } from './import-text.ts';
import { primaryAction, whyOff } from './next-step.ts';
import classes from './Upload.module.css';
import { OtherFileFault } from './UploadStatus.tsx';
import { draftedColumns, leadsToStore, rowsLeftOut } from './upload-choices.ts';
import { cancelledIn } from './upload-state.ts';
import { useHastyPresses } from './use-hasty-presses.ts';
import type { Upload } from './use-upload.ts';

/** The form that the buttons belong to: the first of them is what is to be done next. */
export function UploadActions({
  upload,
  submitRef,
  hidden,
  onChooseColumns,
  onCancel,
  children,
}: {
  upload: Upload;
  submitRef: RefObject<HTMLButtonElement | null>;
  hidden: boolean;
  onChooseColumns: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { state, check, choices, start, chooseColumns } = upload;
  const [confirming, dialog] = useDisclosure(false);
  const primary = primaryAction(state, check, choices);
  const off = whyOff(state, check, choices);
  const found = findingsIn(check);
  const toStore = found ? leadsToStore(found, choices) : 0;
  const reasonId = useId();
  const { hasStopped, ignoreHasty } = useHastyPresses();
  const isBusy = off === 'waiting' || off === 'uploading';
  const isUpload = primary === 'upload' || primary === 'another file';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (primary === 'choose columns') onChooseColumns();
    else if (primary === 'use columns' && found) chooseColumns(draftedColumns(found, choices));
    else if (primary === 'import valid rows') dialog.open();
    else start();
  };
  // It looks disabled but can be pressed: it then says what is missing (spec §5).
  const offProps = off && {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-describedby': reasonId,
  };
  return (
    <form onSubmit={submit} onClickCapture={ignoreHasty} noValidate hidden={hidden}>
      {children}
      <div className={classes.actions}>
        <PrimaryButton ref={submitRef} alone={isUpload} busy={isBusy} {...(isUpload && offProps)}>
          {primaryTexts[primary](toStore)}
        </PrimaryButton>
        {!isUpload && (
          <Button variant="default" onClick={() => start()} {...offProps}>
            Upload
          </Button>
        )}
        <Button
          variant="default"
          onClick={(event) => {
            if (isBusy) hasStopped(event);
            onCancel();
          }}
        >
          Cancel
        </Button>
        <p id={reasonId} className={classes.reason}>
          {off && offReasons[off]}
        </p>
        {/* The line above says it to whoever listens. */}
        <p aria-hidden="true" className={classes.reason}>
          {upload.fault === undefined && cancelledIn(state)}
        </p>
        <OtherFileFault upload={upload} />
      </div>
      {found && (
        <ImportValidDialog
          opened={confirming}
          leads={toStore}
          leftBehind={found.bad_rows}
          leftOut={rowsLeftOut(found, choices)}
          onConfirm={() => start('valid')}
          onClose={dialog.close}
          focusAfter={submitRef}
        />
      )}
    </form>
  );
}

/** While it is busy its words stay, unseen, so that it keeps its width. */
function PrimaryButton({
  alone,
  busy,
  children,
  ...button
}: ButtonProps & {
  ref: RefObject<HTMLButtonElement | null>;
  /** Whether Upload has no button of its own beside it. */
  alone: boolean;
  busy: boolean;
  children: string;
}) {
  return (
    <Button
      type="submit"
      variant="filled"
      className={classes.primary ?? ''}
      mod={{ alone }}
      aria-busy={busy || undefined}
      {...button}
    >
      <span className={classes.label} data-busy={busy || undefined}>
        {children}
      </span>
      {busy && <Loader size={16} className={classes.loader ?? ''} aria-hidden="true" />}
    </Button>
  );
}
