import { useNavigate } from 'react-router';
import { toast } from '#web/lib/toasts.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { ColumnsInfo } from './upload/ColumnsInfo.tsx';
import classes from './upload/Upload.module.css';
import { UploadForm } from './upload/UploadForm.tsx';
import { UploadReport } from './upload/UploadReport.tsx';
import { uploadMessages } from './upload/upload-state.ts';
import { useUpload } from './upload/use-upload.ts';

/** spec §2, Upload Leads */
export function UploadLeadsPage() {
  const navigate = useNavigate();
  const upload = useUpload(() => {
    toast.success(uploadMessages.done);
    navigate('/leads');
  });
  const { state, blocker } = upload;
  const cancel = () => (state.step === 'uploading' ? upload.abort() : navigate('/leads'));
  return (
    <>
      <PageHeader title="Upload Leads" description="Add many leads at once from a spreadsheet." />
      <div className={classes.page}>
        <div className={classes.work}>
          <UploadForm upload={upload} onCancel={cancel} />
          {state.step === 'failed' && <UploadReport failure={state.failure} />}
        </div>
        <ColumnsInfo />
      </div>
      <UnsavedDialog
        blocker={blocker}
        title="Stop the upload?"
        text="The file is still being uploaded. If you leave this page now, its leads are not stored."
      />
    </>
  );
}
