import { expect, it } from 'vitest';
import { decodeMapAsset, decodeMapHeader } from '../../src/features/base-map/decodeMapAsset.ts';
import type { MapAsset, MapPart } from '../../src/features/base-map/MapAsset.ts';
import { encodeMapAsset } from './encodeMapAsset.ts';

const part = (widthClass: number, points: number[], bounds: MapPart['bounds']): MapPart => ({
  widthClass,
  points: Float64Array.from(points),
  bounds,
});

const map: MapAsset = {
  attribution: [{ name: 'Somebody', url: 'https://example.org', license: 'CC0', content: 'all' }],
  cuts: { x: [0, 16_777_216], y: [5] },
  levels: [
    {
      maxZoom: 12,
      gridBits: 24,
      layers: {
        // Steps of every length, also backwards and over the whole world.
        land: [
          part(0, [0, 0, 63, 64, 16_777_216, 128, 5, 16_777_216], [0, 0, 16_777_216, 16_777_216]),
          part(0, [100, 200, 99, 199, 98, 200], [98, 199, 100, 200]),
        ],
        lakes: [],
        rivers: [part(3, [8_192, 8_191, 0, 16_383], [0, 8_191, 8_192, 16_383])],
        countryBorders: [],
        municipalBorders: [],
        cityAreas: [],
      },
    },
  ],
  city: {
    gridBits: 26,
    layers: {
      builtUp: [part(0, [7, 8, 9, 8, 9, 10], [7, 8, 9, 10])],
      riverAreas: [],
      streets: [part(2, [67_000_000, 1, 66_999_990, 2], [66_999_990, 1, 67_000_000, 2])],
      tramLines: [],
    },
  },
  places: [[456_172, 'Rīga', 9_512_000, 5_123_000, 742_572, 'LV', 'capital']],
  names: [{ kind: 'lake', text: 'Ķīšezers', x: 1, y: 2, minZoom: 9, maxZoom: 12 }],
};

it('writes what reading gives back', () => {
  const file = encodeMapAsset(map);
  expect(decodeMapAsset(file)).toEqual(map);
  expect(decodeMapHeader(file).places).toEqual(map.places);
});

it('says so when a file is something else', () => {
  const broken = encodeMapAsset({ ...map, levels: [] });
  expect(decodeMapAsset(broken).levels).toEqual([]);
  expect(() => decodeMapAsset(Buffer.from('not brotli'))).toThrow();
});
