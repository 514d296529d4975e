import { Button } from '@mantine/core';
import { useState } from 'react';
import type { View } from '#contract/views.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { AskInPlace } from '#web/ui/AskInPlace.tsx';
import { WithName } from '#web/ui/WithName.tsx';
import { ViewNameForm } from './ViewNameForm.tsx';
import classes from './Views.module.css';
import { deleteViewQuestion, viewMessages } from './view-text.ts';
import { useDeleteView, useUpdateView } from './views.api.ts';

/** What its owner can do with a view: each is asked for and answered in its place. */
export function ViewDeeds({
  view,
  isOpen,
  query,
  onDone,
}: {
  view: View;
  isOpen: boolean;
  query: string;
  onDone: () => void;
}) {
  const isAdmin = useIsAdmin();
  const [step, setStep] = useState<'renaming' | 'deleting'>();
  const update = useUpdateView(view.id);
  useKeepFocus(update.isPending);
  const change = async (part: { query?: string; shared?: boolean }, message: string) => {
    try {
      await update.mutateAsync(part);
      toast.success(message);
      onDone();
    } catch (error) {
      toast.error(serverText(error) ?? viewMessages.failed);
    }
  };
  if (step === 'renaming') {
    const rename = async (name: string) => {
      await update.mutateAsync({ name });
      toast.success(viewMessages.renamed);
      onDone();
    };
    return <ViewNameForm name={view.name} submit="Rename" onSave={rename} onCancel={onDone} />;
  }
  if (step === 'deleting') return <DeleteView view={view} onCancel={onDone} />;
  const deed = {
    variant: 'default',
    size: 'compact-sm',
    h: 32,
    disabled: update.isPending,
  } as const;
  return (
    <div className={classes.deeds}>
      <Button {...deed} onClick={() => setStep('renaming')}>
        Rename
      </Button>
      {!isOpen && (
        <Button {...deed} onClick={() => change({ query }, viewMessages.updated)}>
          Update to this list
        </Button>
      )}
      {isAdmin && (
        <Button
          {...deed}
          onClick={() =>
            change(
              { shared: !view.shared },
              view.shared ? viewMessages.unshared : viewMessages.shared,
            )
          }
        >
          {view.shared ? viewMessages.stopSharing : viewMessages.share}
        </Button>
      )}
      <Button {...deed} className={classes.destroys} onClick={() => setStep('deleting')}>
        Delete
      </Button>
    </div>
  );
}

function DeleteView({ view, onCancel }: { view: View; onCancel: () => void }) {
  const remove = useDeleteView(view.id);
  const run = async () => {
    try {
      await remove.mutateAsync(undefined);
      toast.brief(viewMessages.deleted);
    } catch (error) {
      toast.error(serverText(error) ?? viewMessages.deleteFailed);
      onCancel();
    }
  };
  return (
    <AskInPlace
      question={
        <WithName text={(name) => deleteViewQuestion(name, view.shared)} name={view.name} />
      }
      confirm="Delete"
      busy={remove.isPending}
      onConfirm={run}
      onCancel={onCancel}
    />
  );
}
