import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { zxyToTileId } from 'pmtiles';

export interface TestTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** Unpacked. */
  readonly bytes: Uint8Array;
}

export interface DirectoryEntry {
  readonly tileId: number;
  readonly runLength: number;
  readonly length: number;
  readonly offset: number;
}

interface PmtilesParts {
  readonly tiles: readonly TestTile[];
  readonly bounds?: readonly [number, number, number, number];
  readonly metadata?: object;
  /** The tiles are images of this type of the format, which are not packed. */
  readonly imageType?: 2 | 3 | 4;
  /** Puts the tiles into a leaf directory. */
  readonly hasLeaf?: boolean;
  /** Replaces the packed root directory. */
  readonly root?: Uint8Array;
  /** Changes the header before it is written. */
  readonly patchHeader?: (header: DataView) => void;
}

const HEADER_BYTES = 127;

/** Makes a PMTiles archive, version 3, packed with gzip. */
export function makePmtiles(parts: PmtilesParts): Uint8Array {
  const {
    tiles,
    bounds = [-180, -85, 180, 85],
    metadata = {},
    hasLeaf = false,
    imageType,
    patchHeader,
  } = parts;
  const packed = tiles
    .map(({ z, x, y, bytes }) => ({
      tileId: zxyToTileId(z, x, y),
      data: imageType ? bytes : gzipSync(bytes),
    }))
    .sort((a, b) => a.tileId - b.tileId);
  let offset = 0;
  const entries = packed.map(({ tileId, data }) => {
    const entry: DirectoryEntry = { tileId, runLength: 1, length: data.length, offset };
    offset += data.length;
    return entry;
  });
  const leaf = hasLeaf ? packDirectory(entries) : new Uint8Array();
  const root =
    parts.root ??
    packDirectory(hasLeaf ? [{ tileId: 0, runLength: 0, length: leaf.length, offset: 0 }] : entries);
  const json = gzipSync(JSON.stringify(metadata));
  const blocks = [root, json, leaf, ...packed.map(({ data }) => data)];
  const file = new Uint8Array(HEADER_BYTES + blocks.reduce((sum, { length }) => sum + length, 0));
  const header = new DataView(file.buffer);
  file.set(new TextEncoder().encode('PMTiles'));
  header.setUint8(7, 3);
  let at = HEADER_BYTES;
  const sections = [root.length, json.length, leaf.length, offset];
  for (const [i, length] of sections.entries()) {
    header.setBigUint64(8 + 16 * i, BigInt(at), true);
    header.setBigUint64(16 + 16 * i, BigInt(length), true);
    at += length;
  }
  const zooms = tiles.map(({ z }) => z);
  header.setUint8(96, 1);
  header.setUint8(97, 2);
  header.setUint8(98, imageType ? 1 : 2);
  header.setUint8(99, imageType ?? 1);
  header.setUint8(100, Math.min(...zooms));
  header.setUint8(101, Math.max(...zooms));
  for (const [i, degrees] of bounds.entries()) header.setInt32(102 + 4 * i, Math.round(degrees * 1e7), true);
  patchHeader?.(header);
  at = HEADER_BYTES;
  for (const block of blocks) {
    file.set(block, at);
    at += block.length;
  }
  return file;
}

/** Packs a directory; each entry has its own offset. */
export function packDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarint(entries.length);
  let lastId = 0;
  for (const { tileId } of entries) {
    writer.writeVarint(tileId - lastId);
    lastId = tileId;
  }
  for (const { runLength } of entries) writer.writeVarint(runLength);
  for (const { length } of entries) writer.writeVarint(length);
  for (const { offset } of entries) writer.writeVarint(offset + 1);
  return gzipSync(writer.finish());
}
