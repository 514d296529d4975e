import { Drawer } from '@mantine/core';
import { sidebarWidth } from '#contract/limits.ts';
import { Menu } from './Menu.tsx';

export function SlideOutMenu({
  opened,
  onClose,
  onShowKeys,
}: {
  opened: boolean;
  onClose: () => void;
  onShowKeys: () => void;
}) {
  const showKeysInstead = () => {
    onClose();
    onShowKeys();
  };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={sidebarWidth + 40}
      withCloseButton={false}
      padding={0}
      // On the dialog itself: the root, which also stands there closed, has no role to name.
      attributes={{ content: { 'aria-label': 'Menu' } }}
      styles={{ body: { height: '100%' } }}
    >
      <Menu onNavigate={onClose} onShowKeys={showKeysInstead} />
    </Drawer>
  );
}
