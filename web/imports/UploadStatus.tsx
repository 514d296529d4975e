import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Cut } from '#web/ui/Cut.tsx';
import type { CheckState } from './check-state.ts';
import { verdict } from './findings/findings-text.ts';
import { importMessages, stillChosenText } from './import-text.ts';
import { isReady, obstacleIn, questionIn } from './next-step.ts';
import classes from './Upload.module.css';
import { type Choices, isOnlyToConfirm } from './upload-choices.ts';
import {
  cancelledIn,
  checkProgress,
  isProgressUnknown,
  isUpToSender,
  type Progress,
  progressText,
} from './upload-state.ts';
import type { Upload } from './use-upload.ts';

/** One line under the file that says where things are; screen readers read it out when it changes. */
export function UploadStatus({ upload }: { upload: Upload }) {
  const { state, fault } = upload;
  const kept = isUpToSender(state) ? state.file : undefined;
  return (
    <div className={classes.status}>
      <output className={classes.line}>{(!fault || kept) && <StateLine upload={upload} />}</output>
      {fault && !kept && <Fault>{fault}</Fault>}
    </div>
  );
}

/** Of another file than the one that stays chosen: beside the buttons, which a line above would move. */
export function OtherFileFault({ upload: { state, fault } }: { upload: Upload }) {
  if (!fault || !isUpToSender(state)) return null;
  return (
    <div className={classes.reason}>
      <Fault>{fault}</Fault>
      <Cut text={stillChosenText(state.file.name)} />
    </div>
  );
}

function Fault({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes.fault}>
      <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
      {children}
    </p>
  );
}

function StateLine({ upload: { state, check, choices } }: { upload: Upload }) {
  switch (state.step) {
    case 'selected':
      return (
        <>
          <CheckLine check={check} choices={choices} />
          <VisuallyHidden>{cancelledIn(state)}</VisuallyHidden>
        </>
      );
    case 'waiting':
      return <span>{progressText(checkProgress(check))}</span>;
    case 'uploading':
      return <UploadLine progress={state.progress} />;
    case 'failed':
      return <span>{importMessages.notUploaded}</span>;
    default:
      return importMessages.choose;
  }
}

function UploadLine({ progress }: { progress: Progress }) {
  const { percent } = progress;
  return (
    <span>
      {progressText(progress)}
      {/* For screen readers a quarter at a time: every percent would be read out. */}
      {!isProgressUnknown(progress) && (
        <VisuallyHidden> {percent - (percent % 25)} percent</VisuallyHidden>
      )}
    </span>
  );
}

/** What is known of the file before anything is uploaded: ready only where nothing is left to say. */
function CheckLine({ check, choices }: { check: CheckState; choices: Choices }) {
  if (check.step === 'refused') return <Doubt>{importMessages.notReadable}</Doubt>;
  if (check.step === 'unknown') {
    return <Doubt>{check.isLimit ? check.message : importMessages.notChecked}</Doubt>;
  }
  if (check.step !== 'found') {
    const progress = checkProgress(check);
    return (
      <span>
        {progressText(progress)}
        {!isProgressUnknown(progress) && <span aria-hidden="true"> {progress.percent}%</span>}
      </span>
    );
  }
  const question = questionIn(check.found);
  if (!isReady(check)) {
    const isNothingLeft = obstacleIn(check.found, choices) === 'duplicates';
    const isToConfirm = question === 'columns' && isOnlyToConfirm(check.found, choices);
    const words = isToConfirm ? importMessages.confirmColumns : verdict(check.found, question);
    return <Doubt>{isNothingLeft ? importMessages.nothingLeft : words}</Doubt>;
  }
  return (
    <>
      <span className={classes.ready}>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
        {importMessages.ready}
      </span>
      <span className={classes.note}>{verdict(check.found, question)}</span>
    </>
  );
}

function Doubt({ children }: { children: ReactNode }) {
  return (
    <span className={classes.doubt}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {children}
    </span>
  );
}
