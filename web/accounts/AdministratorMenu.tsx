import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconKey, IconTrash } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { type Administrator, accountText } from '#contract/accounts.ts';
import { displayText } from '#web/ui/format.ts';
import classes from './Administrators.module.css';

export function AdministratorMenu({
  administrator,
  isYou,
  isLast,
  onRemove,
  onReset,
}: {
  administrator: Administrator;
  isYou: boolean;
  isLast: boolean;
  onRemove: () => void;
  onReset: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // The focus goes to the first item; the placeholder would be no menu item.
    <Menu
      position="bottom-end"
      width={232}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          aria-label={`Actions for ${displayText(administrator.name)}`}
          title="Actions"
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isYou ? <ChangeOwnItem /> : <ResetItem button={button} onReset={onReset} />}
        {isLast ? <RemoveIsOff /> : <RemoveItem button={button} onRemove={onRemove} />}
      </Menu.Dropdown>
    </Menu>
  );
}

type Button = RefObject<HTMLButtonElement | null>;
const keyIcon = <IconKey size={16} stroke={1.75} aria-hidden="true" />;
const trashIcon = <IconTrash size={16} stroke={1.75} aria-hidden="true" />;

/** One's own is changed where the current one is asked. */
function ChangeOwnItem() {
  return (
    <Menu.Item component={Link} to="/account" leftSection={keyIcon}>
      Change your password
    </Menu.Item>
  );
}

function ResetItem({ button, onReset }: { button: Button; onReset: () => void }) {
  return (
    <Menu.Item leftSection={keyIcon} onClick={() => openFrom(button, onReset)}>
      Reset password
    </Menu.Item>
  );
}

function RemoveItem({ button, onRemove }: { button: Button; onRemove: () => void }) {
  return (
    <Menu.Item
      className={classes.destroys}
      leftSection={trashIcon}
      onClick={() => openFrom(button, onRemove)}
    >
      Remove
    </Menu.Item>
  );
}

/** The keyboard still reaches it, so that its reason is read. */
function RemoveIsOff() {
  return (
    <Menu.Item
      className={classes.off}
      leftSection={trashIcon}
      aria-disabled="true"
      closeMenuOnClick={false}
    >
      Remove
      <span className={classes.reason}>{accountText.lastAdministrator}</span>
    </Menu.Item>
  );
}

/** A dialog gives the focus back to where it was, and the menu will be gone by then. */
function openFrom(button: Button, open: () => void): void {
  button.current?.focus();
  open();
}
