import { LRUCache } from 'lru-cache';
import {
  bytesToHeader,
  Compression,
  type Entry,
  findTile,
  type Header,
  TileType,
  zxyToTileId,
} from 'pmtiles';
import { ArchiveError } from './ArchiveError.ts';
import { archiveLimits } from './archiveLimits.ts';
import { listLayerNames, parseJson, toBounds, toPlainText } from './archiveMetadata.ts';
import type { ByteSource } from './ByteSource.ts';
import { readDirectory } from './readDirectory.ts';
import type { ArchiveInfo, TileArchive } from './TileArchive.ts';
import { type Packing, unpack } from './unpack.ts';

const HEADER_BYTES = 127;
/** Directories in memory; at the limit of entries a directory takes about 5 MB as columns. */
const MAX_CACHED_ENTRIES = 500_000;

const contents: Readonly<Record<number, ArchiveInfo['content']>> = {
  [TileType.Mvt]: 'vector',
  [TileType.Png]: 'png',
  [TileType.Jpeg]: 'jpeg',
  [TileType.Webp]: 'webp',
};

const packings: Readonly<Record<number, Packing>> = {
  [Compression.None]: 'none',
  [Compression.Gzip]: 'gzip',
  [Compression.Brotli]: 'brotli',
  [Compression.Zstd]: 'zstd',
};

/** Opens a PMTiles archive of version 3 and reads its header and metadata. */
export async function openPmtiles(source: ByteSource): Promise<TileArchive> {
  const header = await readHeader(source);
  const info = await readInfo(source, header);
  const directories = new LRUCache<number, Entry[]>({
    maxSize: MAX_CACHED_ENTRIES,
    sizeCalculation: (entries) => entries.length,
  });

  const getDirectory = async (offset: number, length: number): Promise<Entry[]> => {
    const cached = directories.get(offset);
    if (cached) return cached;
    const label = `The directory at byte ${offset}`;
    const packed = await readLimited(source, {
      offset,
      length,
      maxBytes: archiveLimits.packedDirectoryBytes,
      label,
    });
    const packing = getPacking(header.internalCompression);
    const entries = readDirectory(unpack(packed, { packing, maxBytes: archiveLimits.directoryBytes, label }));
    directories.set(offset, entries);
    return entries;
  };

  /** Follows leaf directories to the entry of a tile; the depth is limited, because leaves can point to each other. */
  const findEntry = async (tileId: number): Promise<Entry | undefined> => {
    let offset = header.rootDirectoryOffset;
    let length = header.rootDirectoryLength;
    for (let depth = 0; depth < archiveLimits.directoryDepth; depth++) {
      const entry = findTile(await getDirectory(offset, length), tileId);
      if (!entry) return undefined;
      if (entry.runLength > 0) return entry;
      offset = header.leafDirectoryOffset + entry.offset;
      length = entry.length;
    }
    throw new ArchiveError(
      `The directories of the archive are nested deeper than ${archiveLimits.directoryDepth}`,
    );
  };

  return {
    info,
    async readTile({ z, x, y }) {
      if (z < info.minZoom || z > info.maxZoom) return undefined;
      const entry = await findEntry(zxyToTileId(z, x, y));
      if (!entry) return undefined;
      const label = `The tile ${z}/${x}/${y}`;
      const packed = await readLimited(source, {
        offset: header.tileDataOffset + entry.offset,
        length: entry.length,
        maxBytes: archiveLimits.packedTileBytes,
        label,
      });
      // Images are packed already, and some writers leave the field empty.
      if (info.content !== 'vector' && header.tileCompression === Compression.Unknown) return packed;
      const packing = getPacking(header.tileCompression);
      return unpack(packed, { packing, maxBytes: archiveLimits.tileBytes, label });
    },
    close: () => source.close(),
  };
}

async function readHeader(source: ByteSource): Promise<Header> {
  const bytes = await source.read(0, HEADER_BYTES);
  let header: Header;
  try {
    header = bytesToHeader(bytes.slice().buffer);
  } catch (error) {
    throw new ArchiveError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (header.specVersion !== 3)
    throw new ArchiveError(`PMTiles version ${header.specVersion} is not supported; use 3`, {
      problem: 'NOT_SUPPORTED',
    });
  if (!contents[header.tileType])
    throw new ArchiveError(`Tiles of type ${header.tileType} are not supported; use MVT, PNG, JPEG or WebP`, {
      problem: 'NOT_SUPPORTED',
    });
  if (header.minZoom > header.maxZoom || header.maxZoom > archiveLimits.maxZoom)
    throw new ArchiveError(
      `The zooms ${header.minZoom} to ${header.maxZoom} of the archive are out of range`,
    );
  return header;
}

async function readInfo(source: ByteSource, header: Header): Promise<ArchiveInfo> {
  const label = 'The metadata of the archive';
  const content = contents[header.tileType] ?? 'vector';
  const metadata = parseJson(await readMetadata(source, header, label), label);
  const values: Readonly<Record<string, unknown>> =
    metadata !== null && typeof metadata === 'object' ? { ...metadata } : {};
  return {
    format: 'PMTiles',
    content,
    name: typeof values.name === 'string' ? values.name : '',
    attribution: typeof values.attribution === 'string' ? toPlainText(values.attribution) : '',
    bounds: toBounds([header.minLon, header.minLat, header.maxLon, header.maxLat]),
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    layerNames: content === 'vector' ? listLayerNames(values.vector_layers) : [],
  };
}

async function readMetadata(source: ByteSource, header: Header, label: string): Promise<string> {
  const { jsonMetadataOffset: offset, jsonMetadataLength: length } = header;
  // Archives of images often have none.
  if (length === 0) return '{}';
  const packed = await readLimited(source, {
    ...{ offset, length, maxBytes: archiveLimits.packedMetadataBytes, label },
  });
  const packing = getPacking(header.internalCompression);
  return new TextDecoder().decode(unpack(packed, { packing, maxBytes: archiveLimits.metadataBytes, label }));
}

function getPacking(compression: Compression): Packing {
  const packing = packings[compression];
  if (!packing) throw new ArchiveError(`Compression ${compression} of the archive is not known`);
  return packing;
}

interface LimitedRange {
  readonly offset: number;
  readonly length: number;
  readonly maxBytes: number;
  readonly label: string;
}

async function readLimited(
  source: ByteSource,
  { offset, length, maxBytes, label }: LimitedRange,
): Promise<Uint8Array> {
  if (length > maxBytes) throw new ArchiveError(`${label} has ${length} bytes; at most ${maxBytes} are read`);
  return await source.read(offset, length);
}
