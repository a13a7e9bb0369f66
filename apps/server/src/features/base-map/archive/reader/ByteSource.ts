import { open } from 'node:fs/promises';
import { ArchiveError } from './ArchiveError.ts';

/** Random access to the bytes of an archive. */
export interface ByteSource {
  readonly size: number;
  /** Rejects with ArchiveError when the range is not all there. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Rejects with ArchiveError when the file cannot be opened. */
export async function openFileSource(path: string): Promise<ByteSource> {
  const file = await open(path, 'r').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ArchiveError(reasons[code] ?? `The file cannot be opened (${code})`, { cause: error });
  });
  const stats = await file.stat();
  if (!stats.isFile()) {
    await file.close();
    throw new ArchiveError('It is not a file');
  }
  const { size } = stats;
  return {
    size,
    async read(offset, length) {
      // The range is checked before a buffer of that length is allocated.
      if (!Number.isSafeInteger(offset) || offset < 0 || length < 0 || offset + length > size)
        throw new ArchiveError(`The file ends at byte ${size}, before ${offset + length}; it may be cut off`);
      const buffer = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
        if (bytesRead === 0) throw new ArchiveError(`The file became shorter than ${offset + length} bytes`);
        filled += bytesRead;
      }
      return buffer;
    },
    close: () => file.close(),
  };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file',
  EACCES: 'The file may not be read by this user; change its permissions',
};
