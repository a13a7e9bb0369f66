import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';

export interface ArchiveFile {
  readonly path: string;
  /** Differs whenever the file was replaced or written to. */
  readonly fingerprint: string;
}

/** Returns undefined when there is no such file, or the server may not see it. */
export async function findArchiveFile(path: string): Promise<ArchiveFile | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    const fingerprint = createHash('sha256').update(`${path} ${size} ${mtimeMs} ${ino}`).digest('hex');
    return { path, fingerprint: fingerprint.slice(0, 12) };
  } catch {
    return undefined;
  }
}

/** The `?v=` of addresses: it differs whenever a tile may look different. */
export const toArchiveVersion = (mapVersion: string, file: ArchiveFile | undefined): string =>
  `${mapVersion}-${file?.fingerprint ?? 'missing'}`;
