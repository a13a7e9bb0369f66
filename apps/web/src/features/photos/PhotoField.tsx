import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react';
import { type ChangeEvent, useId, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Notice } from '../../ui/forms/Notice.tsx';
import classes from './PhotoField.module.css';
import { ACCEPTED_PHOTOS } from './photoFiles.ts';
import { named, type Photo, type Photos } from './usePhotos.ts';

interface PhotoFieldProps {
  readonly photos: Photos;
  readonly note: string;
}

/** Takes photos or chooses them, and shows them at once. */
export function PhotoField({ photos, note }: PhotoFieldProps) {
  const { list, problem } = photos;
  return (
    <div className={classes.field}>
      {list.length === 0 ? <EmptyField photos={photos} note={note} /> : <Previews photos={photos} />}
      {problem !== null && <Notice tone="warn">{problem}</Notice>}
    </div>
  );
}

function EmptyField({ photos, note }: PhotoFieldProps) {
  const { t } = useTexts();
  const [camera, gallery] = [useId(), useId()];
  return (
    <>
      <div className={classes.camera}>
        <input
          id={camera}
          type="file"
          className={classes.input}
          accept={ACCEPTED_PHOTOS}
          capture="environment"
          onChange={(event) => photos.add(takeFiles(event).map(named))}
        />
        <label htmlFor={camera} className={classes.cameraLabel}>
          <span className={classes.cameraMark}>
            <IconCamera size={28} aria-hidden="true" />
          </span>
          <b>{t('MAP.FILES.TAKE_PHOTO')}</b>
          <span className={classes.note}>{note}</span>
        </label>
      </div>
      <div className={classes.gallery}>
        <input
          id={gallery}
          type="file"
          className={classes.input}
          accept={ACCEPTED_PHOTOS}
          multiple
          onChange={(event) => photos.add(takeFiles(event))}
        />
        <label htmlFor={gallery} className={classes.galleryLabel}>
          <IconPhoto size={20} aria-hidden="true" />
          {t('CITIZEN.PHOTO.GALLERY')}
        </label>
      </div>
    </>
  );
}

function Previews({ photos }: { readonly photos: Photos }) {
  const { t } = useTexts();
  const more = useId();
  const [first, ...others] = photos.list;
  return (
    <div className={classes.previews}>
      {first !== undefined && <Preview photo={first} onRemove={() => photos.remove(first)} />}
      <div className={classes.side}>
        {others.map((photo) => (
          <Preview key={photo.url} photo={photo} onRemove={() => photos.remove(photo)} />
        ))}
        <div className={classes.add}>
          <input
            id={more}
            type="file"
            className={classes.input}
            accept={ACCEPTED_PHOTOS}
            multiple
            onChange={(event) => photos.add(takeFiles(event))}
          />
          <label htmlFor={more} className={classes.addLabel}>
            <IconCamera size={20} aria-hidden="true" />
            {t('CITIZEN.PHOTO.ADD')}
          </label>
        </div>
      </div>
    </div>
  );
}

function Preview({ photo, onRemove }: { readonly photo: Photo; readonly onRemove: () => void }) {
  const { t } = useTexts();
  const [isBroken, setBroken] = useState(false);
  const { name } = photo.file;
  return (
    <figure className={classes.preview}>
      {isBroken ? (
        <span className={classes.broken}>{name}</span>
      ) : (
        <img src={photo.url} alt={name} onError={() => setBroken(true)} />
      )}
      <button
        type="button"
        className={classes.remove}
        aria-label={t('MAP.FILES.REMOVE', { name })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
    </figure>
  );
}

/** Empties the input, so that the same file can be chosen again after it was removed. */
function takeFiles(event: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(event.currentTarget.files ?? [])];
  event.currentTarget.value = '';
  return files;
}
