import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { sidebarWidth } from '#contract/limits.ts';
import { companyAddress } from '#web/companies/company-address.ts';
import { CrmNotice } from '#web/crm/CrmNotice.tsx';
import { KeptLeadNotice } from '#web/leads/KeptLeadNotice.tsx';
import { leadAddress } from '#web/leads/lead-address.ts';
import { useListBehind } from '#web/lib/record-address.ts';
import { useEscape } from '#web/lib/use-escape.ts';
import { PasswordNotice } from '#web/session/PasswordNotice.tsx';
import { OnDemand } from '#web/ui/OnDemand.tsx';
import { PageSkeleton } from '#web/ui/PageSkeleton.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';
import classes from './Layout.module.css';
import { Menu } from './Menu.tsx';
import { useChangesElsewhere } from './use-changes-elsewhere.ts';
import { useShortcuts } from './use-shortcuts.ts';

const SlideOutMenu = lazy(async () => ({
  default: (await import('./SlideOutMenu.tsx')).SlideOutMenu,
}));

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
}));

/** spec §2, Layout: a fixed sidebar, or a slide-out menu where the screen is small. */
export function Layout() {
  const [menuOpen, menuState] = useDisclosure(false);
  const [keysShown, keys] = useDisclosure(false);
  useShortcuts(keys.open);
  // While it is on its way; once it is there, it closes itself.
  useEscape(keys.close);
  useChangesElsewhere();
  const main = useFocusOnNavigation();
  const title = usePageTitle();
  return (
    <div
      className={classes.frame}
      style={{ '--portal-sidebar': `${sidebarWidth}px` } as React.CSSProperties}
    >
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.topBar} data-keep-clear>
        <ActionIcon
          aria-label="Open menu"
          aria-expanded={menuOpen}
          size={40}
          onClick={menuState.open}
        >
          <IconMenu2 size={20} aria-hidden="true" />
        </ActionIcon>
        <strong aria-hidden="true" dir="auto">
          {title}
        </strong>
      </header>
      <aside className={classes.sidebar}>
        <Menu onShowKeys={keys.open} />
      </aside>
      <OnDemand opened={menuOpen}>
        {(opened) => (
          <SlideOutMenu opened={opened} onClose={menuState.close} onShowKeys={keys.open} />
        )}
      </OnDemand>
      <OnDemand opened={keysShown}>
        {(opened) => <ShortcutsDialog opened={opened} onClose={keys.close} />}
      </OnDemand>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          <div className={classes.notices}>
            <PasswordNotice />
            <CrmNotice />
            <KeptLeadNotice />
          </div>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
    </div>
  );
}

/** After a move to another screen, reading and tabbing go on at its content, or where it wants them. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // A lead or company that is opened over a list, or closed, is no move to another screen.
  const listOfLeads = useListBehind(leadAddress);
  const listOfCompanies = useListBehind(companyAddress);
  const screen = listOfLeads ?? listOfCompanies ?? pathname;
  const previous = useRef(screen);
  useEffect(() => {
    if (previous.current === screen) return;
    previous.current = screen;
    // A form has taken the focus to its first field by now.
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
    window.scrollTo(0, 0);
  }, [screen]);
  return main;
}
