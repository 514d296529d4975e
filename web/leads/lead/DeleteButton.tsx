import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import type { LeadDetails } from '#contract/leads.ts';
import { DeleteLeadDialog } from '../DeleteLeadDialog.tsx';

/** Asks as the list does (spec §2). */
export function DeleteButton({ lead, onDeleted }: { lead: LeadDetails; onDeleted: () => void }) {
  const [opened, { open, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ActionIcon ref={button} aria-label="Delete lead" title="Delete lead" onClick={open}>
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <DeleteLeadDialog
        lead={lead}
        opened={opened}
        onClose={close}
        onDeleted={onDeleted}
        focusAfter={button}
      />
    </>
  );
}
