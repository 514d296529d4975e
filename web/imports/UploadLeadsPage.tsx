import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '#web/lib/toasts.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { ColumnsInfo } from './ColumnsInfo.tsx';
import { FileFindings } from './findings/FileFindings.tsx';
import { ImportHistory } from './history/ImportHistory.tsx';
import { importMessages, skippedText } from './import-text.ts';
import classes from './Upload.module.css';
import { UploadForm } from './UploadForm.tsx';
import { UploadOutcome } from './UploadOutcome.tsx';
import { useUpload } from './use-upload.ts';

/** spec §2, Upload Leads */
export function UploadLeadsPage() {
  const navigate = useNavigate();
  const upload = useUpload(({ skipped }) => {
    toast.success(importMessages.done);
    if (skipped > 0) toast.brief(skippedText(skipped));
    navigate('/leads');
  });
  const submitButton = useRef<HTMLButtonElement>(null);
  const { state, blocker } = upload;
  const cancel = () => (state.step === 'uploading' ? upload.abort() : navigate('/leads'));
  return (
    <>
      <PageHeader title="Upload Leads" description="Add many leads at once from a spreadsheet." />
      <div className={classes.page}>
        <div className={classes.work}>
          <UploadForm upload={upload} submitRef={submitButton} onCancel={cancel} />
          <UploadOutcome upload={upload} />
          <FileFindings upload={upload} focusAfter={submitButton} />
        </div>
        <ColumnsInfo />
        <ImportHistory />
      </div>
      <UnsavedDialog
        blocker={blocker}
        title="Stop the upload?"
        text="The file is still being uploaded. If you leave this page now, its leads are not stored."
      />
    </>
  );
}
