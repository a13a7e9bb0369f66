import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { changePreferences, usePreferences } from '../../../preferences/index.ts';
import { InfoDialogs } from '../InfoDialogs.tsx';
import classes from './CookieBanner.module.css';

/** COOK-01 to COOK-03: the cookie notice; a preference remembers that it was dismissed. */
export function CookieBanner() {
  const { t } = useTexts();
  const { cookieNoticeRead = false } = usePreferences();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  if (cookieNoticeRead) return null;
  return (
    <section className={classes.banner} aria-label={t('SHELL.COOKIES')}>
      <IconInfoCircle size={20} className={classes.icon} aria-hidden="true" />
      <span className={classes.text}>
        {t('COOKIES.MESSAGE')}{' '}
        <button type="button" className={classes.link} onClick={() => setIsDialogOpen(true)}>
          {t('COOKIES.LEARN_MORE')}
        </button>
      </span>
      <button
        type="button"
        className={classes.dismiss}
        onClick={() => changePreferences({ cookieNoticeRead: true })}
      >
        {t('COOKIES.DISMISS')}
      </button>
      <InfoDialogs open={isDialogOpen ? 'cookies' : null} onClose={() => setIsDialogOpen(false)} />
    </section>
  );
}
