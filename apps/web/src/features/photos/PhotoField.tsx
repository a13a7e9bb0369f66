import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Notice } from '../../ui/forms/Notice.tsx';
import { RemoveFileButton, takeFiles } from '../files/index.ts';
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
  return (
    <>
      <PhotoInput
        className={classes.camera}
        labelClassName={classes.cameraLabel}
        capture="environment"
        onFiles={(files) => photos.add(files.map(named))}
      >
        <span className={classes.cameraMark}>
          <IconCamera size={28} aria-hidden="true" />
        </span>
        <b>{t('MAP.FILES.TAKE_PHOTO')}</b>
        <span className={classes.note}>{note}</span>
      </PhotoInput>
      <PhotoInput
        className={classes.gallery}
        labelClassName={classes.galleryLabel}
        multiple
        onFiles={photos.add}
      >
        <IconPhoto size={20} aria-hidden="true" />
        {t('CITIZEN.PHOTO.GALLERY')}
      </PhotoInput>
    </>
  );
}

function Previews({ photos }: { readonly photos: Photos }) {
  const { t } = useTexts();
  const [first, ...others] = photos.list;
  return (
    <div className={classes.previews}>
      {first !== undefined && <Preview photo={first} onRemove={() => photos.remove(first)} />}
      <div className={classes.side}>
        {others.map((photo) => (
          <Preview key={photo.url} photo={photo} onRemove={() => photos.remove(photo)} />
        ))}
        <PhotoInput className={classes.add} labelClassName={classes.addLabel} multiple onFiles={photos.add}>
          <IconCamera size={20} aria-hidden="true" />
          {t('CITIZEN.PHOTO.ADD')}
        </PhotoInput>
      </div>
    </div>
  );
}

interface PhotoInputProps {
  readonly className: string | undefined;
  readonly labelClassName: string | undefined;
  readonly capture?: 'environment';
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A file input under its whole label. */
function PhotoInput({ className, labelClassName, onFiles, children, ...input }: PhotoInputProps) {
  const id = useId();
  return (
    <div className={className}>
      <input
        {...input}
        id={id}
        type="file"
        className={classes.input}
        accept={ACCEPTED_PHOTOS}
        onChange={(event) => onFiles(takeFiles(event))}
      />
      <label htmlFor={id} className={labelClassName}>
        {children}
      </label>
    </div>
  );
}

function Preview({ photo, onRemove }: { readonly photo: Photo; readonly onRemove: () => void }) {
  const [isBroken, setBroken] = useState(false);
  const { name } = photo.file;
  return (
    <figure className={classes.preview}>
      {isBroken ? (
        <span className={classes.broken}>{name}</span>
      ) : (
        <img src={photo.url} alt={name} onError={() => setBroken(true)} />
      )}
      <RemoveFileButton name={name} onRemove={onRemove} />
    </figure>
  );
}
