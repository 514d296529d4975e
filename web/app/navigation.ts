import {
  IconApi,
  IconBuildingStore,
  IconFileUpload,
  IconLayoutDashboard,
  IconPlugConnected,
  IconShieldLock,
  IconUserCircle,
  IconUserPlus,
  IconUserStar,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';

export type MenuEntry = {
  path: string;
  label: string;
  icon: typeof IconApi;
  /** How the addresses begin of screens that belong to it and have no entry of their own. */
  below?: string[];
};

/** Whether a menu entry is where the user is. */
export function isCurrent({ path, below }: MenuEntry, pathname: string): boolean {
  const address = pathname.replace(/(.)\/+$/, '$1');
  if (address === path) return true;
  const isBelow = below?.some((beginning) => address.startsWith(beginning));
  return isBelow === true && ![...menu, ...adminMenu].some((entry) => entry.path === address);
}

/** spec §2, Layout: for all users, then for administrators. */
export const menu: MenuEntry[] = [
  { path: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
  { path: '/leads', label: 'Leads', icon: IconUsers, below: ['/leads/'] },
  { path: '/leads/add', label: 'Add Lead', icon: IconUserPlus },
  { path: '/leads/upload', label: 'Upload Leads', icon: IconFileUpload },
  {
    path: '/live',
    label: 'Live',
    icon: IconBuildingStore,
    below: ['/companies/', '/statements'],
  },
  { path: '/api', label: 'API', icon: IconApi },
];
/** At the foot, beside what signs out: it is about the reader, not about leads. */
export const accountEntry: MenuEntry = { path: '/account', label: 'Account', icon: IconUserCircle };
export const adminMenu: MenuEntry[] = [
  { path: '/partners', label: 'Partners', icon: IconUsersGroup, below: ['/partners/'] },
  { path: '/partners/add', label: 'Add Partner', icon: IconUserStar },
  { path: '/administrators', label: 'Administrators', icon: IconShieldLock },
  { path: '/crm', label: 'CRM', icon: IconPlugConnected },
];
