import { brotliCompressSync, constants } from 'node:zlib';
import {
  ASSET_MAGIC,
  cityLayers,
  type MapAsset,
  type MapAssetHeader,
  type MapPart,
  mapLayers,
} from '../../src/features/base-map/MapAsset.ts';

/** Writes the format that `MapAsset.ts` describes. Coordinates must be whole numbers. */
export function encodeMapAsset(map: MapAsset): Buffer {
  const body: number[] = [];
  const writeLayers = <Name extends string>(
    names: readonly Name[],
    layers: Readonly<Record<Name, readonly MapPart[]>>,
  ): Record<Name, { offset: number; parts: number }> =>
    Object.fromEntries(
      names.map((name) => {
        const offset = body.length;
        writeParts(body, layers[name]);
        return [name, { offset, parts: layers[name].length }];
      }),
    ) as Record<Name, { offset: number; parts: number }>;
  const levels = map.levels.map((level) => ({ ...level, layers: writeLayers(mapLayers, level.layers) }));
  const city = { ...map.city, layers: writeLayers(cityLayers, map.city.layers) };
  const header: MapAssetHeader = { ...map, levels, city };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(headerBytes.length);
  const bytes = Buffer.concat([Buffer.from(ASSET_MAGIC), length, headerBytes, Buffer.from(body)]);
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function writeParts(body: number[], parts: readonly MapPart[]): void {
  const writeVarint = (value: number): void => {
    let rest = value;
    while (rest >= 128) {
      body.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    body.push(rest);
  };
  let lastX = 0;
  let lastY = 0;
  for (const { widthClass, points } of parts) {
    writeVarint(widthClass);
    writeVarint(points.length / 2);
    for (let i = 0; i < points.length; i += 2) {
      const x = points[i] ?? 0;
      const y = points[i + 1] ?? 0;
      writeVarint(toZigzag(x - lastX));
      writeVarint(toZigzag(y - lastY));
      lastX = x;
      lastY = y;
    }
  }
}

const toZigzag = (delta: number): number => (delta >= 0 ? delta * 2 : -delta * 2 - 1);
