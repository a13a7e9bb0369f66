import { PbfWriter } from 'pbf';
import { describe, expect, test } from 'vitest';
import { ArchiveError } from '../../src/features/base-map/archive/reader/ArchiveError.ts';
import { archiveLimits } from '../../src/features/base-map/archive/reader/archiveLimits.ts';
import { openMapTiles } from '../../src/features/base-map/archive/schema/openMapTiles.ts';
import { decodeVectorTile } from '../../src/features/base-map/archive/tile/decodeVectorTile.ts';
import type { VectorFeature } from '../../src/features/base-map/archive/tile/VectorTile.ts';
import { archivePath, readMbtiles } from './archives.ts';
import { makeTileOfCommands, makeVectorTile, type TestFeature } from './makeVectorTile.ts';

const water = { layerNames: new Set(['water']), attributeNames: new Set(['text', 'number', 'yes', 'no']) };
const decodeOne = (feature: TestFeature): VectorFeature | undefined =>
  decodeVectorTile(makeVectorTile({ water: [feature] }), water).get('water')?.[0];

describe('a good tile', () => {
  test('the attributes that are asked for, of every type, and lines with negative coordinates', () => {
    const attributes = { text: 'Rīga', number: 1.5, yes: true, no: false };
    const paths = [
      [
        [-10, 5],
        [4100, 5],
      ],
      [
        [1, 1],
        [2, 2],
        [3, 1],
      ],
    ] as const;
    expect(decodeOne({ type: 'line', attributes: { ...attributes, other: 'not asked for' }, paths })).toEqual(
      {
        type: 'line',
        attributes,
        paths: [new Float64Array([-10, 5, 4100, 5]), new Float64Array([1, 1, 2, 2, 3, 1])],
      },
    );
  });

  test('layers that are not asked for are left out', () => {
    const tile = makeVectorTile({ poi: [point], water: [point] });
    expect([...decodeVectorTile(tile, water).keys()]).toEqual(['water']);
  });

  test.for([false, true])(
    'outer rings run clockwise and holes the other way, written reversed: %s',
    (isReversed) => {
      const shell = [
        [0, 0],
        [100, 0],
        [100, 100],
        [0, 100],
      ] as const;
      const hole = [
        [20, 20],
        [20, 80],
        [80, 80],
        [80, 20],
      ] as const;
      const paths = [shell, hole].map((ring) => (isReversed ? ring.toReversed() : ring));
      const rings = decodeOne({ type: 'polygon', paths })?.paths.map((ring) => signedArea(ring));
      expect(rings).toEqual([10_000, -3_600]);
    },
  );

  test('an own extent is scaled to 4096', () => {
    const tile = new PbfWriter();
    tile.writeMessage(
      3,
      (_, layer) => {
        layer.writeStringField(1, 'water');
        layer.writeMessage(
          2,
          (_none, feature) => {
            feature.writeVarintField(3, 1);
            feature.writePackedVarint(4, [9, 2 * 256, 2 * 512]);
          },
          undefined,
        );
        layer.writeVarintField(5, 512);
      },
      undefined,
    );
    expect(decodeVectorTile(tile.finish(), water).get('water')?.[0]?.paths).toEqual([
      new Float64Array([2048, 4096]),
    ]);
  });
});

/** Area above 0: clockwise on the screen. */
function signedArea(ring: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    sum +=
      (ring[i] as number) * (ring[next + 1] as number) - (ring[next] as number) * (ring[i + 1] as number);
  }
  return sum / 2;
}

const point: TestFeature = { type: 'point', paths: [[[1, 1]]] };
const MOVE_ONE = (1 << 3) | 1;

const hostile: Readonly<Record<string, { readonly tile: () => Uint8Array; readonly message: RegExp }>> = {
  'a ring that is closed 268 million times': {
    tile: () => makeTileOfCommands('polygon', [MOVE_ONE, 0, 0, 2 ** 31 - 1]),
    message: /closes a ring more than once/,
  },
  'a line that announces more vertices than allowed': {
    tile: () => makeTileOfCommands('line', [MOVE_ONE, 0, 0, ((archiveLimits.verticesPerTile + 1) << 3) | 2]),
    message: /too many vertices/,
  },
  'a line that announces more vertices than it has': {
    tile: () => makeTileOfCommands('line', [MOVE_ONE, 0, 0, (5 << 3) | 2, 2, 2]),
    message: /ends too early/,
  },
  'an unknown command': {
    tile: () => makeTileOfCommands('line', [MOVE_ONE, 0, 0, (1 << 3) | 3]),
    message: /command 3/,
  },
  'too many features in two layers together': {
    tile: () => {
      const half = Array.from({ length: archiveLimits.featuresPerTile / 2 }, () => point);
      return new Uint8Array([
        ...makeVectorTile({ water: half }),
        ...makeVectorTile({ water: [...half, point] }),
      ]);
    },
    message: /too many features/,
  },
  'millions of empty features in a layer that is not asked for': {
    tile: () => {
      const features = new Uint8Array(2 * 3_000_000);
      for (let i = 0; i < features.length; i += 2) features[i] = 0x12;
      const tile = new PbfWriter();
      tile.writeBytesField(3, features);
      return tile.finish();
    },
    message: /too many features/,
  },
  'too many layers': {
    tile: () => makeVectorTile(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`l${i}`, []]))),
    message: /too many layers/,
  },
  'a layer longer than the tile': { tile: () => new Uint8Array([0x1a, 0x7f, 0x0a]), message: /damaged/ },
  'a length beyond 2^31, which would lead back': {
    tile: () => new Uint8Array([0x22, 0xff, 0xff, 0xff, 0xff, 0x0f]),
    message: /damaged/,
  },
};

test.for(Object.entries(hostile))('%s: a clear error', ([, { tile, message }]) => {
  const bytes = tile();
  const decode = (): unknown => decodeVectorTile(bytes, water);
  expect(decode).toThrow(ArchiveError);
  expect(decode).toThrow(message);
});

test('as many features as allowed are read', () => {
  const tile = makeVectorTile({ water: Array.from({ length: archiveLimits.featuresPerTile }, () => point) });
  expect(decodeVectorTile(tile, water).get('water')).toHaveLength(archiveLimits.featuresPerTile);
});

test('a real tile with any byte changed or cut anywhere is decoded or refused', () => {
  const tile = readMbtiles(archivePath('monaco_openmaptiles.mbtiles')).tiles.find(({ z }) => z === 11)?.bytes;
  expect.hasAssertions();
  if (!tile) throw new Error('The archive has no tile at zoom 11');
  const outcomes = { decoded: 0, refused: 0 };
  const tryTile = (bytes: Uint8Array): void => {
    try {
      decodeVectorTile(bytes, openMapTiles);
      outcomes.decoded++;
    } catch (error) {
      expect(error).toBeInstanceOf(ArchiveError);
      outcomes.refused++;
    }
  };
  for (let i = 0; i < 500; i++) {
    const changed = tile.slice();
    changed[Math.floor(Math.random() * tile.length)] = Math.floor(Math.random() * 256);
    tryTile(changed);
    tryTile(tile.subarray(0, Math.floor(Math.random() * tile.length)));
  }
  expect(outcomes.decoded).toBeGreaterThan(0);
  expect(outcomes.refused).toBeGreaterThan(0);
});
