import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Partner } from '#contract/partners.ts';
import { editPath } from './edit-path.ts';
import classes from './PartnersPage.module.css';
import { partnerName } from './partner-name.shared.ts';

export function PartnerMenu({ partner, onDelete }: { partner: Partner; onDelete: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const askToDelete = () => {
    // The dialog gives the focus back to where it was, and the menu will be gone by then.
    button.current?.focus();
    onDelete();
  };
  return (
    // The focus goes to the first item; the placeholder would be no menu item.
    <Menu
      position="bottom-end"
      width={168}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          aria-label={`Actions for ${partnerName(partner.name)}`}
          title="Actions"
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={editPath(partner)}
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />}
        >
          Edit Partner
        </Menu.Item>
        <Menu.Item
          className={classes.destroys}
          onClick={askToDelete}
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
        >
          Delete Partner
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
