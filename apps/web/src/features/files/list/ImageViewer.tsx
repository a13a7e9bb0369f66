import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { GeomFile } from '@pgis/contract';
import { IconChevronLeft, IconChevronRight, IconDownload, IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, useTexts } from '../../../i18n/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { downloadFile } from './downloadFile.ts';
import classes from './ImageViewer.module.css';

interface ImageViewerProps {
  /** Files that have images. */
  readonly files: readonly GeomFile[];
  readonly openId: number;
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

/** Shows the images of an object one at a time; the arrow keys turn the page, Escape closes it. */
export default function ImageViewer({ files, openId, onOpen, onClose }: ImageViewerProps) {
  const { t } = useTexts();
  const position = files.findIndex(({ id }) => id === openId);
  const file = files[position];
  const goTo = (index: number) => {
    const next = files[(index + files.length) % files.length];
    if (next) onOpen(next.id);
  };
  useHotkeys([
    ['ArrowLeft', () => goTo(position - 1)],
    ['ArrowRight', () => goTo(position + 1)],
  ]);
  if (file === undefined) return null;
  const count = files.length;
  return (
    <DialogFrame
      onClose={onClose}
      fullScreen
      // Nothing in it can be lost.
      closeOnEscape
      title={file.name}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
        close: classes.button ?? '',
      }}
    >
      <LargeImage key={file.id} file={file} />
      {count > 1 && (
        <>
          <ActionIcon
            className={`${classes.button} ${classes.previous}`}
            aria-label={t('MAP.FILES.PREVIOUS_IMAGE')}
            onClick={() => goTo(position - 1)}
          >
            <IconChevronLeft size={28} />
          </ActionIcon>
          <ActionIcon
            className={`${classes.button} ${classes.next}`}
            aria-label={t('MAP.FILES.NEXT_IMAGE')}
            onClick={() => goTo(position + 1)}
          >
            <IconChevronRight size={28} />
          </ActionIcon>
        </>
      )}
      <div className={classes.foot}>
        <div className={classes.words}>
          {file.description !== '' && <span className={classes.description}>{file.description}</span>}
          <span className={classes.meta} aria-live="polite">
            {count > 1 && `${t('MAP.FILES.POSITION', { position: position + 1, count })} · `}
            {formatDate(file.added)}
          </span>
        </div>
        <ActionIcon
          className={classes.button ?? ''}
          aria-label={t('MAP.FILES.DOWNLOAD', { name: file.name })}
          onClick={() => void downloadFile(t, file)}
        >
          <IconDownload size={20} />
        </ActionIcon>
      </div>
    </DialogFrame>
  );
}

/** Shows the thumbnail until the preview has loaded. */
function LargeImage({ file: { name, description, images } }: { readonly file: GeomFile }) {
  const { t } = useTexts();
  const [isBroken, setBroken] = useState(false);
  if (images === null || isBroken) {
    return (
      <p className={classes.broken}>
        <IconPhotoOff size={40} stroke={1.5} aria-hidden="true" />
        {t('MAP.FILES.NO_PICTURE')}
      </p>
    );
  }
  return (
    <img
      className={classes.image}
      src={images.preview}
      alt={description || name}
      style={{ backgroundImage: `url("${images.thumbnail}")` }}
      onError={() => setBroken(true)}
    />
  );
}
