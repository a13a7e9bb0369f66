import { Outlet } from '@tanstack/react-router';
import { useExpiryDialog } from '../../features/session/index.ts';
import { CookieBanner } from '../shell/cookies/CookieBanner.tsx';
import { WindowTitle } from '../WindowTitle.tsx';
import classes from './LanguageScreen.module.css';
import { useWorkGuard } from './useWorkGuard.ts';

/** The frame of every page, after texts and settings have loaded. */
export function LanguageScreen() {
  useExpiryDialog();
  useWorkGuard();
  return (
    <div className={classes.screen}>
      <WindowTitle />
      <Outlet />
      <CookieBanner />
    </div>
  );
}
