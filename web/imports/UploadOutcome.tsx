import { Anchor, Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { importText } from '#contract/import-text.ts';
import type { FileCheck } from '#contract/imports.ts';
import { Card } from '#web/ui/Card.tsx';
import { counted } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { DownloadRows } from './DownloadRows.tsx';
import { askedText, firstIsLeadText } from './findings/findings-text.ts';
import { storedText } from './import-text.ts';
import { ProblemTable } from './ProblemTable.tsx';
import classes from './Upload.module.css';
import type { Reading } from './upload-choices.ts';
import type { Stored, UploadFailure } from './upload-state.ts';
import type { Upload } from './use-upload.ts';

/** What became of the file, where there is more to say than that all is stored. */
export function UploadOutcome({ upload }: { upload: Upload }) {
  const { state, check, choices } = upload;
  if (state.step === 'partly') {
    const { file, format, stored } = state;
    return <StoredNotice file={file} format={format} reading={choices} stored={stored} />;
  }
  if (state.step === 'failed') return <FailedNotice failure={state.failure} upload={upload} />;
  if (state.step === 'selected' && state.asked && check.step === 'found') {
    return <Notice kind="warning">{askedText(check.found, state.asked, upload.whose)}</Notice>;
  }
  // Nothing was uploaded yet: the message shows, and the focus stays where it is.
  if (state.step === 'selected' && check.step === 'refused') {
    return (
      <Notice kind="error" actions={readAsLead(upload)}>
        {check.message}
      </Notice>
    );
  }
  return null;
}

/** Why nothing was stored and, where the server read the file, what is wrong in which row. */
function FailedNotice({ failure, upload }: { failure: UploadFailure; upload: Upload }) {
  const { check } = upload;
  const { message, problems, problemCount } = failure;
  // The findings of a check list the same rows below, with more to do about them.
  const isListedBelow = check.step === 'found' && check.found.problem_count > 0;
  return (
    <>
      <Notice kind="error" ref={useFocusOnMount()} actions={readAsLead(upload)}>
        {message}
      </Notice>
      {problems.length > 0 && !isListedBelow && (
        <Card>
          <ProblemTable problems={problems} total={problemCount} />
        </Card>
      )}
    </>
  );
}

/** A file of a single row may be one lead without column names: mostly only whoever sends it knows. */
function readAsLead({ check, choices, readFirstRowAs }: Upload) {
  const hasNoRows = check.step === 'refused' && check.message === importText.noRows;
  if (!hasNoRows || check.isHeadOurs || choices.firstRow) return undefined;
  return (
    <Button variant="default" size="compact-sm" h={32} onClick={() => readFirstRowAs('lead')}>
      {firstIsLeadText}
    </Button>
  );
}

function StoredNotice({
  file,
  format,
  reading,
  stored,
}: {
  file: File;
  format: FileCheck['format'] | undefined;
  reading: Reading;
  stored: Stored;
}) {
  return (
    <Notice kind="success" ref={useFocusOnMount()}>
      <p>{storedText(stored)}</p>
      <div className={classes.next}>
        <DownloadRows file={file} reading={reading} rows="bad" format={format}>
          Download the {counted(stored.failed, 'row')}
        </DownloadRows>
        <Anchor component={Link} to="/leads" className={classes.link}>
          Go to the leads
        </Anchor>
      </div>
    </Notice>
  );
}

function useFocusOnMount(): RefObject<HTMLDivElement | null> {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return notice;
}
