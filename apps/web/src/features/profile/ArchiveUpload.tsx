import { Button, Progress } from '@mantine/core';
import { formatFileSize, useTexts } from '../../i18n/index.ts';
import classes from './profile.module.css';

export interface SendingArchive {
  readonly name: string;
  readonly size: number;
  /** Fraction that has been sent, from 0 to 1. */
  readonly share: number;
  readonly stop: () => void;
}

/** Upload progress of an archive, with a stop button. */
export function ArchiveUpload({ name, size, share, stop }: SendingArchive) {
  const { t, language } = useTexts();
  const percent = Math.floor(share * 100);
  return (
    <div className={classes.sending}>
      <div className={classes.device}>{t('PROFILE.UPLOADING', { name })}</div>
      <Progress value={percent} aria-label={t('PROFILE.UPLOADING', { name })} />
      <div className={classes.sendingFoot}>
        <span className={classes.note}>
          {percent} % · {formatFileSize(size, language)}
        </span>
        <Button size="xs" variant="default" onClick={stop}>
          {t('COMMON.CANCEL')}
        </Button>
      </div>
    </div>
  );
}
