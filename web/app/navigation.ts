import {
  IconApi,
  IconBuildingStore,
  IconFileUpload,
  IconLayoutDashboard,
  IconUserPlus,
  IconUserStar,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';

export type MenuEntry = { path: string; label: string; icon: typeof IconApi };

/** spec §2, Layout: for all users, then for administrators. */
export const menu: MenuEntry[] = [
  { path: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
  { path: '/leads', label: 'Leads', icon: IconUsers },
  { path: '/leads/add', label: 'Add Lead', icon: IconUserPlus },
  { path: '/leads/upload', label: 'Upload Leads', icon: IconFileUpload },
  { path: '/live', label: 'Live', icon: IconBuildingStore },
  { path: '/api', label: 'API', icon: IconApi },
];
export const adminMenu: MenuEntry[] = [
  { path: '/partners', label: 'Partners', icon: IconUsersGroup },
  { path: '/partners/add', label: 'Add Partner', icon: IconUserStar },
];
