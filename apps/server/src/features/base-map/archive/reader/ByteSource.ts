import { open } from 'node:fs/promises';
import { ArchiveError } from './ArchiveError.ts';

/** Random access to the bytes of an archive. */
export interface ByteSource {
  readonly size: number;
  /** Rejects with ArchiveError when the range is not all there. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openFileSource(path: string): Promise<ByteSource> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
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
