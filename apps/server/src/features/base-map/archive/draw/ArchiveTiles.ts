import { LRUCache } from 'lru-cache';
import type { GroundView } from '../../draw/GroundTile.ts';
import type { ArchiveInfo, TileAddress, TileArchive } from '../reader/TileArchive.ts';
import { toWorldBox } from '../reader/worldBox.ts';
import type { MapFeature } from '../schema/MapFeature.ts';
import type { MapName } from '../schema/MapName.ts';
import { recognizeSchema } from '../schema/recognizeSchema.ts';
import type { Schema } from '../schema/Schema.ts';
import { toMapFeatures } from '../schema/toMapFeatures.ts';
import { toMapNames } from '../schema/toMapNames.ts';
import { decodeVectorTile } from '../tile/decodeVectorTile.ts';
import { TILE_UNITS } from '../tile/VectorTile.ts';

/** Features of one tile of the archive and their position in a view. */
export interface PlacedFeatures {
  readonly features: readonly MapFeature[];
  /** Pixels of the view per unit of the features. */
  readonly scale: number;
  /** The tile's north-west corner in pixels of the view. */
  readonly left: number;
  readonly top: number;
}

/** Tiles on a side that are searched for the sea. */
const MAX_SEA_TILES = 4;
/** About 40 MB of coordinates. */
const MAX_CACHED_VERTICES = 2_500_000;

/** Decoded tiles of an archive. */
export class ArchiveTiles {
  readonly info: ArchiveInfo;
  readonly schema: Schema;
  readonly #archive: TileArchive;
  readonly #cache = new LRUCache<string, readonly MapFeature[]>({
    maxSize: MAX_CACHED_VERTICES,
    sizeCalculation: (features) => 1 + features.reduce((sum, { paths }) => sum + countVertices(paths), 0),
  });

  constructor(archive: TileArchive) {
    this.#archive = archive;
    this.info = archive.info;
    this.schema = recognizeSchema(archive.info.layerNames);
  }

  /** Returns the features in a view and around it; beyond the archive's last zoom those of its last tiles, enlarged. */
  async findFeatures({ zoom, left, top, sizePx }: GroundView, marginPx: number): Promise<PlacedFeatures[]> {
    const { minZoom, maxZoom } = this.info;
    if (zoom < minZoom) return [];
    const z = Math.min(zoom, maxZoom);
    const tilePx = 256 * 2 ** (zoom - z);
    const toIndex = (px: number): number => Math.min(Math.max(Math.floor(px / tilePx), 0), 2 ** z - 1);
    const placed: PlacedFeatures[] = [];
    for (let y = toIndex(top - marginPx); y <= toIndex(top + sizePx + marginPx); y++) {
      for (let x = toIndex(left - marginPx); x <= toIndex(left + sizePx + marginPx); x++) {
        const features = await this.readFeatures({ z, x, y });
        if (features.length > 0)
          placed.push({
            features,
            scale: tilePx / TILE_UNITS,
            left: x * tilePx - left,
            top: y * tilePx - top,
          });
      }
    }
    return placed;
  }

  /**
   * Tells whether the archive knows the sea, so that everything else in it is land; some writers have no coastline. Looks
   * at the first zoom and at the last one in which few tiles cover the archive: the sea of a town is too small for the first.
   */
  async hasSea(): Promise<boolean> {
    const { minZoom, maxZoom } = this.info;
    let z = maxZoom;
    while (z > minZoom && !this.#isCoveredByFew(z)) z--;
    return (await this.#hasSeaAt(minZoom)) || (z > minZoom && (await this.#hasSeaAt(z)));
  }

  #isCoveredByFew(z: number): boolean {
    const [minX, minY, maxX, maxY] = this.#indexesAt(z);
    return maxX - minX < MAX_SEA_TILES && maxY - minY < MAX_SEA_TILES;
  }

  /** Columns and rows of the tiles that cover the archive: minX, minY, maxX, maxY. */
  #indexesAt(z: number): [number, number, number, number] {
    return toWorldBox(this.info.bounds).map((share) => Math.min(Math.floor(share * 2 ** z), 2 ** z - 1)) as [
      number,
      number,
      number,
      number,
    ];
  }

  async #hasSeaAt(z: number): Promise<boolean> {
    const [minX, minY, maxX, maxY] = this.#indexesAt(z);
    for (let x = minX; x < Math.min(maxX + 1, minX + MAX_SEA_TILES); x++) {
      for (let y = minY; y < Math.min(maxY + 1, minY + MAX_SEA_TILES); y++) {
        const features = await this.readFeatures({ z, x, y });
        if (features.some(({ mapClass }) => mapClass.kind === 'area' && mapClass.isSea === true)) return true;
      }
    }
    return false;
  }

  /** Returns the names of a tile, which `findFeatures` does not decode: names are needed further around. */
  async readNames(tile: TileAddress): Promise<readonly MapName[]> {
    const bytes = await this.#archive.readTile(tile);
    return bytes ? toMapNames(decodeVectorTile(bytes, this.schema.names), this.schema) : [];
  }

  /** Returns the features of a tile, in memory those of the latest ones: neighbouring tiles need each other's. */
  async readFeatures(tile: TileAddress): Promise<readonly MapFeature[]> {
    const key = `${tile.z}/${tile.x}/${tile.y}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const bytes = await this.#archive.readTile(tile);
    const features = bytes ? toMapFeatures(decodeVectorTile(bytes, this.schema), this.schema) : [];
    this.#cache.set(key, features);
    return features;
  }
}

const countVertices = (paths: readonly Float64Array[]): number =>
  paths.reduce((sum, { length }) => sum + length / 2, 0);
