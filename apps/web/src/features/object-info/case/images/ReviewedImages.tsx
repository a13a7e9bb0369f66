import { Button } from '@mantine/core';
import type { GeomFile } from '@pgis/contract';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { useHideImage } from '../../../../objects/useChangeImage.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { lazyDialog } from '../../../../ui/lazy-parts/index.ts';
import { useFilesOf } from '../../../files/index.ts';
import classes from './CaseImages.module.css';
import { MAX_IMAGES } from './maxImages.ts';

const ImageDialog = lazyDialog(() => import('./ImageDialog.tsx'));

/** The images for users who review: each can be hidden from the public, or opened to pixelate parts of it. */
export default function ReviewedImages({ objectId }: { readonly objectId: number }) {
  const { data = [] } = useFilesOf(objectId);
  const [openId, setOpenId] = useState<number | null>(null);
  const [isWhole, setWhole] = useState(false);
  const images = data.filter((file) => file.images !== null);
  const count = images.length;
  const open = images.find(({ id }) => id === openId);
  const { t } = useTexts();
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
            label={t('CASES.IMAGES.EDIT', { position: index + 1, count })}
            isLarge={index === 0 && !isWhole}
            onOpen={() => setOpenId(file.id)}
          />
        ))}
        {count > MAX_IMAGES && !isWhole && (
          <button type="button" className={classes.more} onClick={() => setWhole(true)}>
            +{count - MAX_IMAGES}
          </button>
        )}
      </div>
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
  readonly label: string;
  readonly isLarge: boolean;
  readonly onOpen: () => void;
}

function ReviewedImage({ file, label, isLarge, onOpen }: ReviewedImageProps) {
  const { t } = useTexts();
  const hide = useHideImage();
  const { images, isHidden } = file;
  const action = t(isHidden ? 'CASES.IMAGES.SHOW' : 'CASES.IMAGES.HIDE');
  const mark = isHidden ? <IconEye size={14} /> : <IconEyeOff size={14} />;
  return (
    <div className={classes.image} data-hidden={isHidden || undefined}>
      <button type="button" className={classes.open} aria-label={label} onClick={onOpen}>
        <img src={images?.thumbnail} alt="" />
      </button>
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
