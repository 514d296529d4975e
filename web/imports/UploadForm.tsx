import { type RefObject, useEffect, useRef } from 'react';
import { ForPartner } from '#web/partners/ForPartner.shared.tsx';
import type { ForPartnerChoice } from '#web/partners/for-partner.shared.ts';
import { NoSuchPartner } from '#web/partners/NoSuchPartner.shared.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DropZone } from './DropZone.tsx';
import { FilePanel } from './FilePanel.tsx';
import { importMessages } from './import-text.ts';
import { isReady, primaryAction } from './next-step.ts';
import { UploadActions } from './UploadActions.tsx';
import { UploadStatus } from './UploadStatus.tsx';
import type { UploadState } from './upload-state.ts';
import type { Upload } from './use-upload.ts';

/** The place for the file, what is happening to it, and what can be done. */
export function UploadForm({
  upload,
  forPartner,
  submitRef,
  onChooseColumns,
  onCancel,
}: {
  upload: Upload;
  forPartner: ForPartnerChoice;
  submitRef: RefObject<HTMLButtonElement | null>;
  onChooseColumns: () => void;
  onCancel: () => void;
}) {
  const { state, check, choices, fault, choose, remove } = upload;
  const browseButton = useRef<HTMLButtonElement>(null);
  const anotherButton = useRef<HTMLButtonElement>(null);
  useFocusOnStep(state, { selected: submitRef, idle: browseButton });
  const needsAnother = primaryAction(state, check, choices) === 'another file';
  useEffect(() => {
    // Upload has the focus from the start; once it is off, what is to be done next takes it over.
    const { activeElement } = document;
    if (needsAnother && activeElement === submitRef.current) anotherButton.current?.focus();
  }, [needsAnother, submitRef]);
  useFocusWhenReady(isReady(check), submitRef);
  const hasFile = 'file' in state && state.step !== 'partly';
  return (
    <Card padded>
      {forPartner.isAdmin && (
        <ForPartner
          choice={forPartner}
          {...(!forPartner.isUnknown && { note: noteOf(forPartner) })}
          disabled={state.step === 'waiting' || state.step === 'uploading'}
        />
      )}
      {forPartner.isUnknown && <NoSuchPartner />}
      <UploadActions
        upload={upload}
        submitRef={submitRef}
        hidden={forPartner.isUnknown}
        onChooseColumns={onChooseColumns}
        onCancel={onCancel}
      >
        {hasFile ? (
          <FilePanel
            state={state}
            check={check}
            onFiles={choose}
            onRemove={remove}
            needsAnother={needsAnother}
            anotherRef={anotherButton}
          />
        ) : (
          <DropZone onFiles={choose} browseRef={browseButton} faulty={fault !== undefined} />
        )}
        <UploadStatus upload={upload} />
      </UploadActions>
    </Card>
  );
}

function noteOf({ partner }: ForPartnerChoice): string {
  return partner ? importMessages.forPartner : importMessages.forOneself;
}

/** The step in which the columns were chosen goes with its button: Upload, which is next, takes over. */
function useFocusWhenReady(ready: boolean, submitRef: RefObject<HTMLButtonElement | null>) {
  useEffect(() => {
    if (ready && document.activeElement === document.body) submitRef.current?.focus();
  }, [ready, submitRef]);
}

/** What had the focus may be gone with the last step: it goes to what comes next. */
function useFocusOnStep(
  state: UploadState,
  targets: Partial<Record<UploadState['step'], RefObject<HTMLElement | null>>>,
) {
  const { step } = state;
  const isAsked = step === 'selected' && state.asked !== undefined;
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    // What is asked takes the focus itself.
    if (!isAsked) targets[step]?.current?.focus();
  }, [step, isAsked, targets]);
}
