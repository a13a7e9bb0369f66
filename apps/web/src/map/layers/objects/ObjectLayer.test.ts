import { expect, test } from 'vitest';
import { anObjectLayer } from '../../testing/anObjectLayer.ts';
import { isInZoom, listInDrawingOrder } from './ObjectLayer.ts';

test.each([
  [{ zoomFrom: null, zoomTo: null }, [0, 28], []],
  [{ zoomFrom: 10, zoomTo: null }, [10, 28], [9]],
  [{ zoomFrom: null, zoomTo: 14 }, [0, 14], [15]],
  [{ zoomFrom: 10, zoomTo: 10 }, [10], [9, 11]],
])('a layer with %o shows at %o and not at %o', (limits, visibleZooms, hiddenZooms) => {
  expect(visibleZooms.every((zoom) => isInZoom(anObjectLayer(limits), zoom))).toBe(true);
  expect(hiddenZooms.some((zoom) => isInZoom(anObjectLayer(limits), zoom))).toBe(false);
});

test('layers are drawn by zIndex, then polygons under lines under points, then as the list stands', () => {
  const layers = [
    anObjectLayer({ id: 1, kinds: ['point'] }),
    anObjectLayer({ id: 2, kinds: ['polygon'] }),
    anObjectLayer({ id: 3, kinds: ['polygon'] }),
    anObjectLayer({ id: 4, kinds: ['line', 'polygon'] }),
    anObjectLayer({ id: 5, zIndex: 3, kinds: ['polygon'] }),
    anObjectLayer({ id: 6, zIndex: -1, kinds: ['point'] }),
  ];
  expect(listInDrawingOrder(layers).map(({ id }) => id)).toEqual([6, 3, 2, 4, 1, 5]);
});
