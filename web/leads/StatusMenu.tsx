import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { statusKey } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { leadMessages, statusChoices } from './lead-text.ts';
import { useChangeLeadStatus } from './leads.api.ts';
import badge from './StatusBadge.module.css';
import { badgeOf } from './StatusBadge.tsx';
import { StatusButton } from './StatusButton.tsx';
import classes from './StatusMenu.module.css';

const menuClasses = {
  dropdown: classes.dropdown ?? '',
  item: classes.item ?? '',
  label: classes.label ?? '',
  itemIndicator: classes.check ?? '',
};

/** The choices of a lead's status, open as soon as they are here. */
export function StatusMenu({ lead }: { lead: Lead }) {
  const changeStatus = useChangeLeadStatus();
  // Opens after it has mounted: only so the menu notes where the focus goes back to.
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);
  const current = statusKey(lead.status ?? '');
  const choose = async (key: string) => {
    const status = statusChoices.flatMap((choice) => choice.statuses).find(hasKey(key));
    if (!status || key === current) return;
    try {
      await changeStatus.mutateAsync({ lead, status });
      toast.success(leadMessages.statusChanged);
    } catch (error) {
      toast.error(serverText(error) ?? leadMessages.statusFailed);
    }
  };
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={248}
      checkIcon={<IconCheck size={16} aria-hidden="true" />}
      classNames={menuClasses}
      // The focus goes to the present status instead; the placeholder would be no menu item.
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
    >
      <Menu.Target>
        <StatusButton lead={lead} autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        <Choices current={current} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}

function hasKey(key: string) {
  return (status: string) => statusKey(status) === key;
}

function Choices({ current, onChoose }: { current: string; onChoose: (key: string) => void }) {
  return (
    <Menu.RadioGroup value={current} onChange={onChoose}>
      {statusChoices.map(({ group, statuses }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div key={group} role="group" aria-label={group}>
          <Menu.Label aria-hidden="true">{group}</Menu.Label>
          {statuses.map((status) => (
            <StatusChoice key={status} status={status} current={current} />
          ))}
        </div>
      ))}
    </Menu.RadioGroup>
  );
}

function StatusChoice({ status, current }: { status: string; current: string }) {
  const { colour } = badgeOf({ status, created_at: '' });
  const key = statusKey(status);
  return (
    <Menu.RadioItem value={key} closeMenuOnClick data-autofocus={key === current || undefined}>
      <span className={classes.choice}>
        <span className={badge.dot} data-colour={colour} />
        <span className={badge.text}>{status}</span>
      </span>
    </Menu.RadioItem>
  );
}
