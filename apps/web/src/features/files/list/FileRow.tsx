import { ActionIcon } from '@mantine/core';
import type { GeomFile } from '@pgis/contract';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatFileSize, useTexts } from '../../../i18n/index.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { FileIcon } from './FileIcon.tsx';
import classes from './FileRow.module.css';

interface FileRowProps {
  readonly file: GeomFile;
  readonly onOpen: () => void;
  readonly onDownload: () => void;
  readonly onDelete: () => void;
}

/** FILE-02: a file with its data and actions. */
export function FileRow({ file, onOpen, onDownload, onDelete }: FileRowProps) {
  const { t, language } = useTexts();
  const { name, description, added, size, canDelete } = file;
  return (
    <li className={classes.row}>
      <FileThumbnail file={file} onOpen={onOpen} />
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.meta}>
          {formatDate(added)} · {formatFileSize(size, language)}
        </span>
        {description !== '' && <span className={classes.description}>{description}</span>}
      </div>
      <div className={classes.actions}>
        <Tooltip label={t('MAP.FILES.DOWNLOAD', { name })}>
          <ActionIcon
            className={classes.action ?? ''}
            aria-label={t('MAP.FILES.DOWNLOAD', { name })}
            onClick={onDownload}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
        {canDelete && (
          <Tooltip label={t('MAP.FILES.DELETE', { name })}>
            <ActionIcon
              className={classes.action ?? ''}
              data-destroys
              aria-label={t('MAP.FILES.DELETE', { name })}
              onClick={onDelete}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </li>
  );
}

/** A thumbnail that opens the viewer, or an icon for the kind of file. */
function FileThumbnail({ file: { name, images }, onOpen }: Pick<FileRowProps, 'file' | 'onOpen'>) {
  const { t } = useTexts();
  const [isBroken, setBroken] = useState(false);
  if (images === null || isBroken) {
    return (
      <span className={classes.thumbnail}>
        <FileIcon name={name} size={24} />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.thumbnail}
      aria-label={t('MAP.FILES.OPEN', { name })}
      onClick={onOpen}
    >
      <img src={images.thumbnail} alt="" loading="lazy" onError={() => setBroken(true)} />
    </button>
  );
}
