import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { leadsPath } from '#web/leads/lead-paths.shared.ts';
import { useUnreadCount } from '#web/leads/notes.api.ts';
import { useSession } from '#web/session/session.api.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { displayText } from '#web/ui/format.ts';
import classes from './Layout.module.css';
import { accountEntry, adminMenu, isCurrent, type MenuEntry, menu } from './navigation.ts';

/** The sidebar's content, and the slide-out menu's on small screens. */
export function Menu({
  onNavigate,
  onShowKeys,
}: {
  onNavigate?: () => void;
  onShowKeys: () => void;
}) {
  const { user } = useSession();
  return (
    <div className={classes.menu}>
      <div className={classes.menuHead}>
        <Brand />
      </div>
      <nav className={classes.entries} aria-label="Main">
        <Entries
          entries={menu}
          onNavigate={onNavigate}
          counts={{ '/leads': <UnreadLeads onNavigate={onNavigate} /> }}
        />
        {user?.role === 'admin' && (
          <>
            <h2 className={classes.heading}>Admin</h2>
            <Entries entries={adminMenu} onNavigate={onNavigate} />
          </>
        )}
      </nav>
      <div className={classes.foot}>
        <div className={classes.footLine}>
          <Entries entries={[accountEntry]} onNavigate={onNavigate} />
          <ActionIcon
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts"
            aria-haspopup="dialog"
            onClick={onShowKeys}
          >
            <IconKeyboard size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
          <ColourModeSwitch />
        </div>
        <SignOutBlock />
      </div>
    </div>
  );
}

function Entries({
  entries,
  counts = {},
  onNavigate,
}: {
  entries: MenuEntry[];
  /** What stands at the end of an entry, by its path. */
  counts?: Record<string, ReactNode>;
  onNavigate: (() => void) | undefined;
}) {
  const { pathname } = useLocation();
  return entries.map((entry) => (
    <div key={entry.path} className={classes.entryLine}>
      <Link
        to={entry.path}
        aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
        className={classes.entry ?? ''}
        {...(onNavigate && { onClick: onNavigate })}
      >
        <entry.icon size={18} stroke={1.75} aria-hidden="true" />
        {entry.label}
      </Link>
      {counts[entry.path]}
    </div>
  ));
}

/** How many leads have a note that was not read; leads to those. */
function UnreadLeads({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const count = useUnreadCount();
  if (count === 0) return null;
  const name = `Leads, ${count} unread`;
  return (
    <Link
      className={`tabular ${classes.count}`}
      to={leadsPath({ unread: 'true' })}
      aria-label={name}
      title={name}
      {...(onNavigate && { onClick: onNavigate })}
    >
      <span>{count > 99 ? '99+' : count}</span>
    </Link>
  );
}

/** spec §2: clicking this block signs out; icon, tooltip and name say so. */
function SignOutBlock() {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const name = displayText(user?.name, 'User');
  const role = user?.role === 'admin' ? 'Administrator' : displayText(user?.company, 'Partner');
  const signOutToLogin = () => {
    signOut();
    navigate('/login');
  };
  return (
    <button
      type="button"
      className={`plain-button ${classes.account}`}
      onClick={signOutToLogin}
      aria-label={`${name}, ${role}. Sign out`}
      title={`Sign out ${name}, ${role}`}
    >
      <span className={classes.accountText}>
        <span className={classes.accountName} dir="auto">
          {name}
        </span>
        <span className={classes.accountRole} dir="auto">
          {role}
        </span>
      </span>
      <IconLogout size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

function ColourModeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = colorScheme === 'dark';
  const label = isDark ? 'Use light mode' : 'Use dark mode';
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
