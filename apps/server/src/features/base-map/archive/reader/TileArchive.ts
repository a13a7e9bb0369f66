import type { ImageType } from '../images/imageType.ts';

/** Description that an archive gives of itself. */
export interface ArchiveInfo {
  readonly format: 'PMTiles' | 'MBTiles';
  readonly content: 'vector' | ImageType;
  readonly name: string;
  /** Plain text; empty when the archive names no source. */
  readonly attribution: string;
  /** West, south, east, north in degrees of WGS 84. */
  readonly bounds: readonly [number, number, number, number];
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Names of the vector layers; none in an archive of images. */
  readonly layerNames: readonly string[];
}

/** Address of a tile; `y` is counted from the north. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** A file of vector tiles or images that is read in place. */
export interface TileArchive {
  readonly info: ArchiveInfo;
  /** Returns the unpacked tile, or undefined when the archive has none there. Rejects with ArchiveError. */
  readTile(tile: TileAddress): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}
