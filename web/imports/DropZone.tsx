import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { type Ref, useRef } from 'react';
import classes from './DropZone.module.css';
import { FileDrop } from './FileDrop.tsx';

/** Drop a file, click anywhere, or use the button: spec §2, Upload Leads. */
export function DropZone({
  onFiles,
  browseRef,
  faulty,
}: {
  onFiles: (files: File[]) => void;
  browseRef: Ref<HTMLButtonElement>;
  faulty: boolean;
}) {
  const open = useRef<() => void>(null);
  return (
    <FileDrop className={classes.zone ?? ''} mod={{ faulty }} openRef={open} onFiles={onFiles}>
      <div className={classes.words}>
        <span className={classes.icon}>
          <Dropzone.Accept>
            <IconUpload size={24} stroke={1.5} aria-hidden="true" />
          </Dropzone.Accept>
          <Dropzone.Idle>
            <IconFileSpreadsheet size={24} stroke={1.5} aria-hidden="true" />
          </Dropzone.Idle>
        </span>
        <p className={classes.invitation}>Drag and drop your file here, or</p>
        <Button
          ref={browseRef}
          variant="default"
          onClick={(event) => {
            event.stopPropagation();
            open.current?.();
          }}
        >
          Browse files
        </Button>
      </div>
    </FileDrop>
  );
}
