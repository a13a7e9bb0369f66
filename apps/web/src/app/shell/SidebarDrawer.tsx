import { Drawer } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { layout, useLayoutState } from './layoutState.ts';
import classes from './Sidebar.module.css';
import { SidebarNav } from './SidebarNav.tsx';

/** LAY-13, LAY-14: the off-canvas sidebar of narrow screens. */
export default function SidebarDrawer() {
  const { t } = useTexts();
  const { isDrawerOpen } = useLayoutState();
  return (
    <Drawer
      opened={isDrawerOpen}
      onClose={layout.toggleDrawer}
      size={288}
      title={
        <span className={classes.drawerBrand}>
          <BrandMark /> PGIS
        </span>
      }
      closeButtonProps={{ 'aria-label': t('SHELL.CLOSE_MENU'), size: 44, iconSize: 20 }}
    >
      <div className={classes.drawer}>
        <SidebarNav isMinimised={false} />
      </div>
    </Drawer>
  );
}
