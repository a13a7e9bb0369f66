import { Drawer } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import { readSettings } from '../../../settings/index.ts';
import { BrandMark } from '../../../ui/BrandMark.tsx';
import { layout, useLayoutState } from '../layoutState.ts';
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
      // A menu holds nothing that a click beside it could lose.
      closeOnClickOutside
      closeOnEscape
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
        {/* LAY-17: pages of the map have no footer on narrow screens. */}
        <p className={classes.drawerVersion}>{t('SHELL.VERSION', { version: readSettings().version })}</p>
      </div>
    </Drawer>
  );
}
