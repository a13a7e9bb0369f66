import { expect, test } from 'vitest';
import { aGroup, aLayer } from '../testing/aLayer.ts';
import { toObjectLayers } from './toObjectLayers.ts';

test('the switched-on layers in the order of the list; a view belongs to its source', () => {
  const groups = [
    aGroup({ childClassifiers: [aLayer({ id: 11, sourceId: 12 }), aLayer({ id: 12 })] }),
    aGroup({ childClassifiers: [aLayer({ id: 13, zIndex: 4 })] }),
  ];
  const layers = toObjectLayers(groups, new Set([13, 11]));
  expect(layers.map(({ id, ownerId, zIndex }) => [id, ownerId, zIndex])).toEqual([
    [11, 12, 0],
    [13, 13, 4],
  ]);
});
