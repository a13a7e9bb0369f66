import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { BlobStore } from './BlobStore.ts';
import { FolderStore } from './FolderStore.ts';
import { parseS3Location } from './S3Location.ts';
import { S3Store } from './S3Store.ts';
import { Spool } from './Spool.ts';

export interface Storage {
  readonly blobs: BlobStore;
  readonly spool: Spool;
}

/** Of these settings; nothing is touched or reached before it is used. */
export function openStorage({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): Storage {
  const filesDir = join(dataDir, 'files');
  // Inside the folder of blobs, so that a finished file is only renamed, also where that folder is a disk of its own.
  const spool = new Spool(join(filesDir, 'incoming'));
  const blobs =
    storageUrl === undefined ? new FolderStore(filesDir) : new S3Store(parseS3Location(storageUrl), spool);
  return { blobs, spool };
}
