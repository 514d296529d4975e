import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { CheckState } from './check-state.ts';
import { hasFindings, verdict } from './findings/findings-text.ts';
import { importMessages } from './import-text.ts';
import classes from './Upload.module.css';
import { isWaiting, progressText, type UploadState } from './upload-state.ts';
import type { Upload } from './use-upload.ts';

/** One line under the file that says where things are; screen readers read it out when it changes. */
export function UploadStatus({ upload: { state, check, nothingLeft } }: { upload: Upload }) {
  const fault = state.step === 'idle' ? state.fault : undefined;
  return (
    <div className={classes.status}>
      <output className={classes.line}>
        {!fault && <StateLine state={state} check={check} />}
        {isWaiting(state) && <CheckNote check={check} nothingLeft={nothingLeft} />}
      </output>
      {fault && (
        <p role="alert" className={classes.fault}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  );
}

function StateLine({ state, check }: { state: UploadState; check: CheckState }) {
  if (state.step === 'selected') {
    // Green only while nothing is known to be wrong with the file.
    const doubtful =
      check.step === 'refused' || (check.step === 'found' && hasFindings(check.found));
    return (
      <span className={classes.ready} data-doubtful={doubtful || undefined}>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
        {importMessages.ready}
      </span>
    );
  }
  if (state.step === 'uploading') {
    const { percent } = state.progress;
    return (
      <span>
        {progressText(state.progress)}
        {/* For screen readers a quarter at a time: every percent would be read out. */}
        <VisuallyHidden> {percent - (percent % 25)} percent</VisuallyHidden>
      </span>
    );
  }
  if (state.step === 'failed') return <span>{importMessages.notUploaded}</span>;
  return importMessages.choose;
}

/** What is known of the file before anything is uploaded. */
function CheckNote({ check, nothingLeft }: { check: CheckState; nothingLeft: boolean }) {
  if (check.step === 'running') {
    return (
      <span className={classes.note}>
        {importMessages.checking}
        {check.percent !== undefined && <span aria-hidden="true"> {check.percent}%</span>}
      </span>
    );
  }
  if (check.step === 'unknown') {
    return <span className={classes.note}>{importMessages.notChecked}</span>;
  }
  if (check.step !== 'found') return null;
  return (
    <span className={classes.note} data-doubtful={hasFindings(check.found) || undefined}>
      {nothingLeft ? importMessages.nothingLeft : verdict(check.found)}
    </span>
  );
}
