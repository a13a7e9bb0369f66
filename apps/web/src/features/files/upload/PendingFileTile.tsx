import { useEffect, useState } from 'react';
import { FileIcon } from '../list/FileIcon.tsx';
import classes from './MultiFileSelector.module.css';
import { RemoveFileButton } from './RemoveFileButton.tsx';

interface PendingFileTileProps {
  readonly file: File;
  readonly description: string;
  readonly onRemove: () => void;
}

/** A file that waits for upload, with a thumbnail if it is an image. */
export function PendingFileTile({ file, description, onRemove }: PendingFileTileProps) {
  const address = useImageUrl(file);
  return (
    <div className={classes.tile}>
      <div className={classes.thumbnail}>
        {address === null ? <FileIcon name={file.name} size={32} /> : <img src={address} alt="" />}
      </div>
      <RemoveFileButton name={file.name} onRemove={onRemove} />
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

/** Object URL of a selected image; null for other files. */
export function useImageUrl(file: File | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === undefined || !/^image\/(jpeg|png|webp|gif|avif)$/.test(file.type)) return undefined;
    const newUrl = URL.createObjectURL(file);
    setAddress(newUrl);
    return () => {
      URL.revokeObjectURL(newUrl);
      setAddress(null);
    };
  }, [file]);
  return address;
}
