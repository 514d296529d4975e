import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { maxUploadBytes } from '#contract/limits.ts';
import { acceptedExtensions } from './choose-file.ts';
import classes from './Upload.module.css';
import { isChecking, type UploadState, uploadMessages } from './upload-state.ts';

const maxMegabytes = maxUploadBytes / 1024 / 1024;

/** One line under the file that says where things are, to the eye and to the ear. */
export function UploadStatus({ state }: { state: UploadState }) {
  const fault = state.step === 'idle' ? state.fault : undefined;
  return (
    <div className={classes.status}>
      <output>{!fault && <Progressing state={state} />}</output>
      {fault && (
        <p role="alert" className={classes.fault}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  );
}

function Progressing({ state }: { state: UploadState }) {
  if (state.step === 'selected') {
    return (
      <span className={classes.ready}>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
        {uploadMessages.ready}
      </span>
    );
  }
  if (isChecking(state)) return 'Checking the file…';
  if (state.step === 'uploading') {
    return (
      <>
        Uploading…
        {/* A quarter at a time: every percent would be too much to listen to. */}
        <VisuallyHidden> {state.percent - (state.percent % 25)} percent</VisuallyHidden>
      </>
    );
  }
  if (state.step === 'failed') return 'Not uploaded';
  return `One CSV or Excel file (${acceptedExtensions.join(', ')}), at most ${maxMegabytes} MB`;
}
