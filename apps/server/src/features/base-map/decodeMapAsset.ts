import { brotliDecompressSync } from 'node:zlib';
import {
  ASSET_MAGIC,
  cityLayers,
  type MapAsset,
  type MapAssetHeader,
  type MapPart,
  mapLayers,
} from './MapAsset.ts';

export const MAP_ASSET_FILE = new URL('../../../assets/base-map/base-map.bin.br', import.meta.url);

/** Reads `base-map.bin.br`. Throws when the file is not of this format. */
export function decodeMapAsset(file: Uint8Array): MapAsset {
  const { header, body } = splitFile(file);
  const readLayers = <Name extends string>(
    names: readonly Name[],
    layers: Readonly<Record<Name, { readonly offset: number; readonly parts: number }>>,
  ): Record<Name, MapPart[]> =>
    Object.fromEntries(
      names.map((name) => [name, readParts(body, layers[name].offset, layers[name].parts)]),
    ) as Record<Name, MapPart[]>;
  const { city } = header;
  return {
    ...header,
    levels: header.levels.map((level) => ({ ...level, layers: readLayers(mapLayers, level.layers) })),
    city: { ...city, layers: readLayers(cityLayers, city.layers) },
  };
}

/** Reads the header of `base-map.bin.br` without decoding the geometry. */
export const decodeMapHeader = (file: Uint8Array): MapAssetHeader => splitFile(file).header;

function splitFile(file: Uint8Array): { header: MapAssetHeader; body: Uint8Array } {
  const bytes = brotliDecompressSync(file);
  if (bytes.toString('latin1', 0, ASSET_MAGIC.length) !== ASSET_MAGIC) {
    throw new Error(`The base map does not begin with ${ASSET_MAGIC}; build it again`);
  }
  const headerStart = ASSET_MAGIC.length + 4;
  const bodyStart = headerStart + bytes.readUInt32LE(ASSET_MAGIC.length);
  const header = JSON.parse(bytes.toString('utf8', headerStart, bodyStart)) as MapAssetHeader;
  return { header, body: bytes.subarray(bodyStart) };
}

function readParts(body: Uint8Array, offset: number, count: number): MapPart[] {
  let at = offset;
  const readVarint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = body[at++];
      if (byte === undefined) throw new Error('The base map ends too early; build it again');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const readDelta = (): number => {
    const zigzag = readVarint();
    return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
  };
  const parts: MapPart[] = [];
  let x = 0;
  let y = 0;
  for (let part = 0; part < count; part++) {
    const widthClass = readVarint();
    const points = new Float64Array(readVarint() * 2);
    let minX = Number.POSITIVE_INFINITY;
    let minY = Number.POSITIVE_INFINITY;
    let maxX = Number.NEGATIVE_INFINITY;
    let maxY = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < points.length; i += 2) {
      x += readDelta();
      y += readDelta();
      points[i] = x;
      points[i + 1] = y;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    parts.push({ widthClass, points, bounds: [minX, minY, maxX, maxY] });
  }
  return parts;
}
