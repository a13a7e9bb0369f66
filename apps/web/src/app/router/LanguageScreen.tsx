import { Outlet } from '@tanstack/react-router';
import { useExpiryDialog } from '../../features/session/index.ts';
import { CookieBanner } from '../shell/CookieBanner.tsx';
import { WindowTitle } from '../WindowTitle.tsx';
import classes from './LanguageScreen.module.css';

/** What every place has, once texts and settings are there. */
export function LanguageScreen() {
  useExpiryDialog();
  return (
    <div className={classes.screen}>
      <WindowTitle />
      <Outlet />
      <CookieBanner />
    </div>
  );
}
