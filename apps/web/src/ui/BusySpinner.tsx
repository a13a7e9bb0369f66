import { useEffect, useState, useSyncExternalStore } from 'react';
import { pendingRequests } from '../api/index.ts';
import { useTexts } from '../i18n/index.ts';
import classes from './BusySpinner.module.css';

/** Delays the spinner, so that quick answers do not make it flicker. */
const delayMs = 200;

/** SPIN-01: a full-screen spinner while requests are pending; lets every click through. */
export function BusySpinner() {
  const isBusy = useSyncExternalStore(pendingRequests.subscribe, () => pendingRequests.getCount() > 0);
  const [isLong, setIsLong] = useState(false);
  const { t } = useTexts();

  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setIsLong(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isBusy]);

  return (
    <div className={isBusy && isLong ? classes.veil : 'visually-hidden'} role="status">
      {isBusy && isLong && (
        <div className={classes.card}>
          <div className={classes.ring} />
          <span className="visually-hidden">{t('COMMON.LOADING')}</span>
        </div>
      )}
    </div>
  );
}
