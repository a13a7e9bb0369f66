import { expect, test } from 'vitest';
import { isInZoom, listInDrawingOrder, type ObjectLayer } from './ObjectLayer.ts';

const aLayer = (changes: Partial<ObjectLayer>): ObjectLayer => ({
  id: 1,
  ownerId: 1,
  serverside: false,
  zoomFrom: null,
  zoomTo: null,
  zIndex: 0,
  kinds: [],
  ...changes,
});

test.each([
  [{ zoomFrom: null, zoomTo: null }, [0, 28], []],
  [{ zoomFrom: 10, zoomTo: null }, [10, 28], [9]],
  [{ zoomFrom: null, zoomTo: 14 }, [0, 14], [15]],
  [{ zoomFrom: 10, zoomTo: 10 }, [10], [9, 11]],
])('a layer with %o shows at %o and not at %o', (limits, shown, hidden) => {
  expect(shown.every((zoom) => isInZoom(aLayer(limits), zoom))).toBe(true);
  expect(hidden.some((zoom) => isInZoom(aLayer(limits), zoom))).toBe(false);
});

test('layers are drawn by zIndex, then polygons under lines under points, then as the list stands', () => {
  const layers = [
    aLayer({ id: 1, kinds: ['point'] }),
    aLayer({ id: 2, kinds: ['polygon'] }),
    aLayer({ id: 3, kinds: ['polygon'] }),
    aLayer({ id: 4, kinds: ['line', 'polygon'] }),
    aLayer({ id: 5, zIndex: 3, kinds: ['polygon'] }),
    aLayer({ id: 6, zIndex: -1, kinds: ['point'] }),
  ];
  expect(listInDrawingOrder(layers).map(({ id }) => id)).toEqual([6, 3, 2, 4, 1, 5]);
});
