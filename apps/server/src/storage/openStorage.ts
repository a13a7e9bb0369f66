import { join } from 'node:path';
import type { BlobStore } from './BlobStore.ts';
import { FolderStore } from './FolderStore.ts';
import { parseS3Location } from './s3/S3Location.ts';
import { S3Objects } from './s3/S3Objects.ts';
import { S3Store } from './s3/S3Store.ts';
import { TempStore } from './TempStore.ts';
import { UploadStore } from './UploadStore.ts';

export interface Storage {
  readonly blobs: BlobStore;
  readonly tempStore: TempStore;
  /** Objects of other subjects than files, named by their address. */
  readonly objects: S3Objects;
  /** Files that are being uploaded in parts. */
  readonly uploads: UploadStore;
}

/** Settings of the storage, part of the program's `Config`. */
interface StorageSettings {
  readonly dataDir: string;
  readonly storageUrl?: string | undefined;
}

/** Opens the storage of these settings; nothing is read or connected before its first use. */
export function openStorage({ dataDir, storageUrl }: StorageSettings): Storage {
  const filesDir = join(dataDir, 'files');
  // The folder lies inside the folder of blobs, so that a finished file is only renamed, even if that folder
  // is a disk of its own.
  const tempStore = new TempStore(join(filesDir, 'incoming'));
  const blobs =
    storageUrl === undefined
      ? new FolderStore(filesDir)
      : new S3Store(parseS3Location(storageUrl), tempStore);
  const uploads = new UploadStore(join(filesDir, 'uploads'));
  return { blobs, tempStore, objects: new S3Objects(storageUrl), uploads };
}
