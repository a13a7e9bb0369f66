import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import type { TransitionEvent } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { announceLayoutChange } from '../../../ui/layoutChanges.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { layout } from '../layoutState.ts';
import classes from './Sidebar.module.css';
import { SidebarNav } from './SidebarNav.tsx';

/** SIDE-01 to SIDE-08; on narrow screens the drawer replaces it. */
export default function Sidebar({ isMinimised }: { readonly isMinimised: boolean }) {
  const { t } = useTexts();
  const label = t(isMinimised ? 'SHELL.EXPAND' : 'SHELL.MINIMISE');
  // LAY-16: transitions of things inside the sidebar bubble up here as well.
  const announceOwn = (event: TransitionEvent) => {
    if (event.target === event.currentTarget) announceLayoutChange();
  };
  return (
    <div
      className={classes.sidebar}
      data-minimised={isMinimised || undefined}
      onTransitionEnd={announceOwn}
      data-testid="sidebar"
    >
      {/* LAY-18: three empty slots. */}
      <div data-testid="sidebar-header" />
      <div data-testid="sidebar-form" />
      <SidebarNav isMinimised={isMinimised} />
      <div data-testid="sidebar-footer" />
      <div className={`${classes.minimiser} ${isMinimised ? classes.minimised : ''}`}>
        <Tooltip label={label} position="right" disabled={!isMinimised}>
          <button
            type="button"
            className={classes.link}
            aria-label={label}
            onClick={layout.toggleSidebarMinimised}
          >
            {isMinimised ? (
              <IconLayoutSidebarLeftExpand size={18} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} />
            )}
            {!isMinimised && <span className={classes.name}>{label}</span>}
          </button>
        </Tooltip>
      </div>
    </div>
  );
}
