import type { Canvas } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';
import type { EmbeddedMap } from '../draw/EmbeddedMap.ts';
import { type ArchiveTile, createArchiveDrawer } from './createArchiveDrawer.ts';
import type { ArchiveFile } from './findArchiveFile.ts';
import { readImage } from './images/readImage.ts';
import { ArchiveError } from './reader/ArchiveError.ts';
import { openArchive } from './reader/openArchive.ts';
import type { TileAddress, TileArchive } from './reader/TileArchive.ts';

export interface ArchiveFileTile extends ArchiveTile {
  readonly archive: ArchiveFile;
}

/** A tile of an archive of images. */
export interface ArchiveImage extends TileAddress {
  readonly image: true;
  readonly archive: ArchiveFile;
}

/** Archives open at once in a worker; each holds up to 100 MB of decoded tiles. */
const MAX_OPEN = 4;

interface OpenArchive {
  readonly fingerprint: string;
  readonly archive: TileArchive;
  /** Undefined for an archive of images. */
  readonly draw: ((tile: ArchiveTile) => Promise<Canvas>) | undefined;
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
    if (!draw) throw new ArchiveError('The archive holds images, not vector tiles');
    return await draw(tile);
  }

  async readImage(tile: ArchiveImage): Promise<Uint8Array<ArrayBuffer>> {
    return await readImage((await this.#get(tile.archive)).archive, tile);
  }

  async #get({ path, fingerprint, object }: ArchiveFile): Promise<OpenArchive> {
    const open = this.#open.get(path);
    if (open?.fingerprint === fingerprint) return open;
    const archive = await openArchive(path, object);
    const isVector = archive.info.content === 'vector';
    const opened = {
      ...{ fingerprint, archive },
      draw: isVector ? await createArchiveDrawer({ archive, embedded: this.#embedded }) : undefined,
    };
    this.#open.set(path, opened);
    return opened;
  }
}
