import { LRUCache } from 'lru-cache';
import { S3ReadError } from '../../../../storage/s3/S3ReadError.ts';
import { type S3Object, S3Reader } from '../../../../storage/s3/S3Reader.ts';
import { ArchiveError } from './ArchiveError.ts';
import type { ByteSource } from './ByteSource.ts';

/** Writers of PMTiles put header and root directory into these first bytes. */
const START_BYTES = 16_384;
/** Ground and names of a tile are read one after the other, and its neighbours need it, too. */
const MAX_CACHED_BYTES = 16_000_000;

/** One reader for all archives of a thread: it keeps connections, and knows which stores do not answer. */
const sharedReader = new S3Reader();

/** Opens an object of a store for ranges of it. A replaced object fails to be read, so that versions never mix. */
export function openObjectSource(
  object: S3Object,
  reader: Pick<S3Reader, 'read'> = sharedReader,
): ByteSource {
  const { size } = object;
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
  });
  const readCached = async (offset: number, length: number): Promise<Uint8Array> => {
    const key = `${offset}+${length}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const bytes = await read(reader, object, { offset, length });
    cache.set(key, bytes);
    return bytes;
  };
  return {
    size,
    async read(offset, length) {
      if (!Number.isSafeInteger(offset) || offset < 0 || length < 0 || offset + length > size)
        throw new ArchiveError(
          `The object ends at byte ${size}, before ${offset + length}; it may be cut off`,
        );
      if (offset + length > START_BYTES) return await readCached(offset, length);
      const start = await readCached(0, Math.min(START_BYTES, size));
      return start.subarray(offset, offset + length);
    },
    async close() {
      cache.clear();
    },
  };
}

async function read(
  reader: Pick<S3Reader, 'read'>,
  object: S3Object,
  range: Parameters<S3Reader['read']>[1],
): Promise<Uint8Array> {
  try {
    return await reader.read(object, range);
  } catch (error) {
    if (!(error instanceof S3ReadError)) throw error;
    throw new ArchiveError(error.message, { cause: error });
  }
}
