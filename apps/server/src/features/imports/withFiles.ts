import type { GivenFile } from '../../importing/files/SourceFile.ts';
import type { BlobStore } from '../../storage/BlobStore.ts';
import type { ImportRow } from './importRows.ts';

/** Lets `use` read the files of an import from the disk. */
export async function withFiles<T>(
  blobs: BlobStore,
  { files }: Pick<ImportRow, 'files'>,
  use: (files: readonly GivenFile[]) => Promise<T>,
): Promise<T> {
  const opened: GivenFile[] = [];
  const openNext = async (): Promise<T> => {
    const file = files[opened.length];
    if (file === undefined) return await use(opened);
    return await blobs.withFile(file.key, async (path) => {
      opened.push({ name: file.name, path });
      return await openNext();
    });
  };
  return await openNext();
}
