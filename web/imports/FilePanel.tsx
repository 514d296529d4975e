import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react';
import { type Ref, useRef } from 'react';
import type { CheckState } from './check-state.ts';
import { kilobytes } from './choose-file.ts';
import { FileDrop } from './FileDrop.tsx';
import classes from './FilePanel.module.css';
import { UploadProgress } from './UploadProgress.tsx';
import { checkProgress, type UploadState } from './upload-state.ts';

type WithFile = Extract<UploadState, { step: 'selected' | 'waiting' | 'uploading' | 'failed' }>;

/** The chosen file, in the place where it was dropped; another one can be dropped on it. */
export function FilePanel({
  state,
  check,
  onFiles,
  onRemove,
  needsAnother,
  anotherRef,
}: {
  state: WithFile;
  check: CheckState;
  onFiles: (files: File[]) => void;
  onRemove: () => void;
  /** Nothing of this file can be uploaded as it is. */
  needsAnother: boolean;
  anotherRef: Ref<HTMLButtonElement>;
}) {
  const open = useRef<() => void>(null);
  if (state.step === 'waiting' || state.step === 'uploading') {
    return (
      <div className={classes.panel}>
        <FileLine file={state.file} />
        <UploadProgress
          progress={state.step === 'uploading' ? state.progress : checkProgress(check)}
        />
      </div>
    );
  }
  return (
    <FileDrop
      className={classes.panel ?? ''}
      openRef={open}
      onFiles={onFiles}
      activateOnClick={false}
    >
      <FileLine file={state.file} onRemove={onRemove} />
      <div className={classes.another}>
        <Button
          ref={anotherRef}
          variant={needsAnother ? 'filled' : 'default'}
          size="compact-sm"
          h={32}
          onClick={() => open.current?.()}
        >
          Choose another file
        </Button>
      </div>
    </FileDrop>
  );
}

function FileLine({ file, onRemove }: { file: File; onRemove?: () => void }) {
  return (
    <div className={classes.line}>
      <span className={classes.icon}>
        <IconFileSpreadsheet size={24} stroke={1.5} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <span className={classes.name} dir="auto" title={file.name}>
          {file.name}
        </span>
        <span className={classes.size}>{kilobytes(file.size)}</span>
      </span>
      {onRemove && (
        <Tooltip label="Remove file">
          <ActionIcon aria-label={`Remove ${file.name}`} onClick={onRemove}>
            <IconX size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
