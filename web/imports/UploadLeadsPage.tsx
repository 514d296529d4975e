import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '#web/lib/toasts.ts';
import { useForPartner } from '#web/partners/for-partner.shared.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { UnsavedDialog } from '#web/ui/UnsavedDialog.tsx';
import { ColumnsInfo } from './ColumnsInfo.tsx';
import { FileFindings } from './findings/FileFindings.tsx';
import { focusAnswer } from './findings/focus-answer.ts';
import { ImportHistory } from './history/ImportHistory.tsx';
import { importMessages, leftOutTexts } from './import-text.ts';
import classes from './Upload.module.css';
import { UploadForm } from './UploadForm.tsx';
import { UploadOutcome } from './UploadOutcome.tsx';
import { useDropGuard } from './use-drop-guard.ts';
import { useUpload } from './use-upload.ts';

/** spec §2, Upload Leads */
export function UploadLeadsPage() {
  const navigate = useNavigate();
  const forPartner = useForPartner();
  useDropGuard();
  const upload = useUpload(forPartner.partner, (stored) => {
    toast.success(importMessages.done);
    for (const text of leftOutTexts(stored)) toast.success(text);
    navigate('/leads');
  });
  const submitButton = useRef<HTMLButtonElement>(null);
  const findings = useRef<HTMLDivElement>(null);
  const { state, blocker } = upload;
  useEffect(() => {
    if (state.step === 'selected' && state.asked) focusAnswer(findings.current, state.asked);
  }, [state]);
  const isBusy = state.step === 'waiting' || state.step === 'uploading';
  return (
    <>
      <PageHeader title="Upload Leads" description="Add many leads at once from a spreadsheet." />
      <div className={classes.page}>
        <div className={classes.work}>
          <UploadForm
            upload={upload}
            forPartner={forPartner}
            submitRef={submitButton}
            onChooseColumns={() => focusAnswer(findings.current, 'columns')}
            onCancel={isBusy ? upload.abort : () => navigate('/leads')}
          />
          <UploadOutcome upload={upload} />
          <FileFindings upload={upload} ref={findings} />
        </div>
        <ColumnsInfo />
        <ImportHistory />
      </div>
      <UnsavedDialog
        blocker={blocker}
        title={importMessages.leaveTitle}
        text={importMessages.leaveQuestion}
      />
    </>
  );
}
