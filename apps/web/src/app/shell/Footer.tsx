import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { readSettings } from '../../settings/index.ts';
import classes from './Footer.module.css';
import { type InfoDialog, InfoDialogs } from './InfoDialogs.tsx';

/** LAY-17. */
export function Footer() {
  const { t } = useTexts();
  const [open, setOpen] = useState<InfoDialog | null>(null);
  return (
    <footer className={classes.footer}>
      <span className="tabular">{t('SHELL.VERSION', { version: readSettings().version })}</span>
      <span className={classes.grow} />
      <button type="button" className={classes.link} onClick={() => setOpen('cookies')}>
        {t('SHELL.COOKIES')}
      </button>
      <button type="button" className={classes.link} onClick={() => setOpen('help')}>
        {t('SHELL.HELP')}
      </button>
      <InfoDialogs open={open} onClose={() => setOpen(null)} />
    </footer>
  );
}
