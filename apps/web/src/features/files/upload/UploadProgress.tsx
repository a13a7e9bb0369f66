import { ActionIcon, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { errorText, formatFileSize, useTexts } from '../../../i18n/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { FileIcon } from '../list/FileIcon.tsx';
import classes from './UploadProgress.module.css';
import type { Upload, Uploads } from './uploads.ts';

/** Progress of each upload, with a button that stops it. */
export default function UploadProgress({ uploads }: { readonly uploads: Uploads }) {
  const { t } = useTexts();
  const states = useStore(uploads.states);
  return (
    <ul className={classes.list} aria-label={t('MAP.FILES.UPLOADING')}>
      {states.map((upload, index) => (
        <UploadRow key={upload.pending.file.name} upload={upload} onCancel={() => uploads.cancel(index)} />
      ))}
    </ul>
  );
}

interface UploadRowProps {
  readonly upload: Upload;
  readonly onCancel: () => void;
}

function UploadRow({ upload: { pending, phase, share, cause }, onCancel }: UploadRowProps) {
  const { t, language } = useTexts();
  const { name, size } = pending.file;
  const percent = Math.round(share * 100);
  return (
    <li className={classes.row} data-phase={phase}>
      <FileIcon name={name} size={20} />
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        {phase === 'sending' && <Progress value={percent} size="sm" aria-label={name} />}
        <span className={classes.state}>
          {phase === 'sending' && `${percent} % · ${formatFileSize(size, language)}`}
          {phase === 'waiting' && t('MAP.FILES.WAITING')}
          {phase === 'done' && t('MAP.FILES.DONE')}
          {phase === 'cancelled' && t('MAP.FILES.CANCELLED')}
          {phase === 'failed' && errorText(t, cause)}
        </span>
      </div>
      {(phase === 'sending' || phase === 'waiting') && (
        <ActionIcon
          className={classes.cancel ?? ''}
          aria-label={t('MAP.FILES.CANCEL', { name })}
          onClick={onCancel}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
      {phase === 'done' && <IconCheck size={20} className={classes.ok} aria-hidden="true" />}
      {phase === 'failed' && <IconAlertTriangle size={20} className={classes.bad} aria-hidden="true" />}
    </li>
  );
}
