import type { Canvas } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';
import type { EmbeddedMap } from '../draw/EmbeddedMap.ts';
import { type ArchiveTile, createArchiveDrawer } from './createArchiveDrawer.ts';
import type { ArchiveFile } from './findArchiveFile.ts';
import { openArchive } from './reader/openArchive.ts';
import type { TileArchive } from './reader/TileArchive.ts';

export interface ArchiveFileTile extends ArchiveTile {
  readonly archive: ArchiveFile;
}

/** Archives open at once in a worker; each holds up to 100 MB of decoded tiles. */
const MAX_OPEN = 4;

interface OpenArchive {
  readonly fingerprint: string;
  readonly archive: TileArchive;
  readonly draw: (tile: ArchiveTile) => Promise<Canvas>;
}

/** The archives that a worker draws from, by path; a file that was replaced is opened anew. */
export class OpenArchives {
  readonly #embedded: EmbeddedMap;
  readonly #open = new LRUCache<string, OpenArchive>({
    max: MAX_OPEN,
    // The worker draws one tile at a time, and opens an archive before it draws from it.
    dispose: ({ archive }) => void archive.close(),
  });

  constructor(embedded: EmbeddedMap) {
    this.#embedded = embedded;
  }

  async draw(tile: ArchiveFileTile): Promise<Canvas> {
    const { draw } = await this.#get(tile.archive);
    return await draw(tile);
  }

  async #get({ path, fingerprint, object }: ArchiveFile): Promise<OpenArchive> {
    const open = this.#open.get(path);
    if (open?.fingerprint === fingerprint) return open;
    const archive = await openArchive(path, object);
    const opened = {
      ...{ fingerprint, archive },
      draw: await createArchiveDrawer({ archive, embedded: this.#embedded }),
    };
    this.#open.set(path, opened);
    return opened;
  }
}
