import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { toast } from '#web/lib/toasts.ts';
import { useIsAdmin } from '#web/session/session.api.ts';
import { ViewNameForm } from './ViewNameForm.tsx';
import { viewMessages } from './view-text.ts';
import { useCreateView } from './views.api.ts';

/** Saves the present list by a name; administrators can share it. */
export function NewView({ query, onDone }: { query: string; onDone: () => void }) {
  const isAdmin = useIsAdmin();
  const create = useCreateView();
  const [shared, setShared] = useState(false);
  const save = async (name: string) => {
    await create.mutateAsync({ name, query, shared });
    toast.success(viewMessages.saved);
    onDone();
  };
  return (
    <ViewNameForm name="" submit="Save" onSave={save} onCancel={onDone}>
      {isAdmin && (
        <Checkbox
          label={viewMessages.share}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </ViewNameForm>
  );
}
