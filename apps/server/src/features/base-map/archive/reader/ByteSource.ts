import { open } from 'node:fs/promises';
import type { ArchiveProblem } from '@pgis/contract';
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
    const { text, problem } = reasons[code] ?? {
      text: `The file cannot be opened (${code})`,
      problem: 'NO_ACCESS',
    };
    throw new ArchiveError(text, { cause: error, problem });
  });
  const stats = await file.stat();
  if (!stats.isFile()) {
    await file.close();
    throw new ArchiveError('It is not a file', { problem: 'NOT_ARCHIVE' });
  }
  const { size } = stats;
  return {
    size,
    async read(offset, length) {
      // The range is checked before a buffer of that length is allocated.
      if (!Number.isSafeInteger(offset) || offset < 0 || length < 0 || offset + length > size)
        throw new ArchiveError(
          `The file ends at byte ${size}, before ${offset + length}; it may be cut off`,
          {
            problem: 'CUT_OFF',
          },
        );
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

const reasons: Readonly<Record<string, { readonly text: string; readonly problem: ArchiveProblem }>> = {
  ENOENT: { text: 'There is no such file', problem: 'MISSING' },
  EACCES: { text: 'The file may not be read by this user; change its permissions', problem: 'NO_ACCESS' },
};
