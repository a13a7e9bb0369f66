import { Button } from '@mantine/core';
import type { GeomFile } from '@pgis/contract';
import { IconBlur, IconEye, IconEyeOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { useHideImage } from '../../../../objects/useChangeImage.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { lazyDialog } from '../../../../ui/lazy-parts/index.ts';
import { loadImageViewer, useFilesOf } from '../../../files/index.ts';
import classes from './CaseImages.module.css';
import { MAX_IMAGES } from './maxImages.ts';

const ImageDialog = lazyDialog(() => import('./ImageDialog.tsx'));
const ImageViewer = lazyDialog(loadImageViewer);

/** The images for users who review: each opens in large, and can be hidden from the public or pixelated in parts. */
export default function ReviewedImages({ objectId }: { readonly objectId: number }) {
  const { data = [] } = useFilesOf(objectId);
  const [viewedId, setViewedId] = useState<number | null>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const [isWhole, setWhole] = useState(false);
  const images = data.filter((file) => file.images !== null);
  const count = images.length;
  const open = images.find(({ id }) => id === openId);
  if (count === 0) return null;
  return (
    <>
      <div
        className={classes.images}
        data-count={Math.min(count, MAX_IMAGES)}
        data-whole={isWhole || undefined}
      >
        {images.slice(0, isWhole ? count : MAX_IMAGES).map((file, index) => (
          <ReviewedImage
            key={file.id}
            file={file}
            position={index + 1}
            count={count}
            isLarge={index === 0 && !isWhole}
            onView={() => setViewedId(file.id)}
            onOpen={() => setOpenId(file.id)}
          />
        ))}
        {count > MAX_IMAGES && !isWhole && (
          <button type="button" className={classes.more} onClick={() => setWhole(true)}>
            +{count - MAX_IMAGES}
          </button>
        )}
      </div>
      {viewedId !== null && (
        <Suspense>
          <ImageViewer
            files={images}
            openId={viewedId}
            onOpen={setViewedId}
            onClose={() => setViewedId(null)}
          />
        </Suspense>
      )}
      {open !== undefined && (
        <Suspense>
          <ImageDialog key={open.id} file={open} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  );
}

interface ReviewedImageProps {
  readonly file: GeomFile;
  readonly position: number;
  readonly count: number;
  readonly isLarge: boolean;
  readonly onView: () => void;
  readonly onOpen: () => void;
}

function ReviewedImage({ file, position, count, isLarge, onView, onOpen }: ReviewedImageProps) {
  const { t } = useTexts();
  const hide = useHideImage();
  const { images, isHidden } = file;
  const action = t(isHidden ? 'CASES.IMAGES.SHOW' : 'CASES.IMAGES.HIDE');
  const mark = isHidden ? <IconEye size={14} /> : <IconEyeOff size={14} />;
  return (
    <div className={classes.image} data-hidden={isHidden || undefined}>
      <button
        type="button"
        className={classes.open}
        aria-label={t('MAP.INFO.IMAGE', { position, count })}
        onClick={onView}
      >
        <img src={images?.thumbnail} alt="" />
      </button>
      <IconButton
        label={t('CASES.IMAGES.EDIT', { position, count })}
        size="sm"
        variant="filled"
        color="dark"
        className={classes.edit ?? ''}
        onClick={onOpen}
      >
        <IconBlur size={14} />
      </IconButton>
      {isHidden && <span className={classes.hidden}>{t('CASES.IMAGES.HIDDEN')}</span>}
      {isLarge ? (
        <Button
          size="compact-xs"
          color="dark"
          className={classes.hide ?? ''}
          leftSection={mark}
          onClick={() => hide(file)}
        >
          {action}
        </Button>
      ) : (
        <IconButton
          label={action}
          size="sm"
          variant="filled"
          color="dark"
          className={classes.hide ?? ''}
          onClick={() => hide(file)}
        >
          {mark}
        </IconButton>
      )}
    </div>
  );
}
