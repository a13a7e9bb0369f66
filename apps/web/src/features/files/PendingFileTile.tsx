import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { FileIcon } from './FileIcon.tsx';
import classes from './MultiFileSelector.module.css';

interface PendingFileTileProps {
  readonly file: File;
  readonly description: string;
  readonly onRemove: () => void;
}

/** A file that waits, as a picture where it is one. */
export function PendingFileTile({ file, description, onRemove }: PendingFileTileProps) {
  const { t } = useTexts();
  const address = usePicture(file);
  return (
    <div className={classes.tile}>
      <div className={classes.picture}>
        {address === null ? <FileIcon name={file.name} size={32} /> : <img src={address} alt="" />}
      </div>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('MAP.FILES.REMOVE', { name: file.name })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
      <span className={classes.name} title={file.name}>
        {file.name}
      </span>
      {description !== '' && (
        <span className={classes.said} title={description}>
          {description}
        </span>
      )}
    </div>
  );
}

/** The address of a chosen picture in this page; null for other files. */
function usePicture(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!/^image\/(jpeg|png|webp|gif|avif)$/.test(file.type)) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
