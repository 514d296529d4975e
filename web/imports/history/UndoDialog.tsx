import { Text } from '@mantine/core';
import type { RefObject } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { ApiError, serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useSession } from '#web/session/session.api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { WithName } from '#web/ui/WithName.tsx';
import { importMessages, ownerOfUpload, undoQuestion } from '../import-text.ts';
import { useUndoImport } from '../imports.api.ts';

/** Says what will go; a failure that another try may mend leaves the dialog open. */
export function UndoDialog({
  record,
  opened,
  onClose,
  focusAfter,
}: {
  record: ImportRecord | undefined;
  opened: boolean;
  onClose: () => void;
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const undo = useUndoImport();
  const { user } = useSession();
  const owner = record && ownerOfUpload(record, user?.id);
  const run = async () => {
    if (!record) return;
    try {
      await undo.mutateAsync(record.id);
      toast.success(importMessages.undoDone);
      onClose();
    } catch (error) {
      toast.error(serverText(error) ?? importMessages.undoFailed);
      if (error instanceof ApiError && [404, 409].includes(error.status)) onClose();
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Undo upload"
      question={
        record && (
          <WithName
            text={(file_name) => undoQuestion({ ...record, file_name })}
            name={record.file_name}
          />
        )
      }
      details={
        owner && (
          <Text mt="xs">
            <WithName text={(name) => `Partner: ${name}`} name={owner} />
          </Text>
        )
      }
      confirm="Undo upload"
      onConfirm={run}
      onClose={onClose}
      focusAfter={focusAfter}
    />
  );
}
