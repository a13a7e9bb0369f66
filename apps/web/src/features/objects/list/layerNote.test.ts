import { expect, test } from 'vitest';
import type { TFunction } from '../../../i18n/index.ts';
import type { ObjectLayersState } from '../../../map/index.ts';
import { layerNote } from './layerNote.ts';

const t = ((key: string, values?: object) =>
  key.replace('MAP.', '') + (values ? JSON.stringify(values) : '')) as unknown as TFunction;
const none: ReadonlySet<number> = new Set();
const state = (changes: Partial<ObjectLayersState>): ObjectLayersState => ({
  imageIds: none,
  overLimitIds: none,
  outOfZoomIds: none,
  loadingIds: none,
  failedIds: none,
  drawingIds: none,
  ...changes,
});
const layer = { id: 7, zoomFrom: 12, zoomTo: 16, serverside: false };
const only7 = new Set([7]);

test.each([
  [{}, 14, undefined],
  [{ overLimitIds: only7, imageIds: only7 }, 14, 'ZOOM_IN_TO_EDIT'],
  [{ failedIds: only7 }, 14, 'LAYER_NOT_LOADED'],
  [{ drawingIds: only7, overLimitIds: only7, imageIds: only7 }, 14, 'OVERVIEW_DRAWN'],
  [{ outOfZoomIds: only7 }, 9, 'VISIBLE_FROM_ZOOM{"zoom":12}'],
  [{ outOfZoomIds: only7 }, 18, 'VISIBLE_TO_ZOOM{"zoom":16}'],
  // A layer that is always an image does not change when the user zooms in.
  [{ imageIds: only7 }, 14, undefined],
])('%o at zoom %d says %s', (changes, zoom, note) => {
  expect(layerNote(layer, state(changes), { zoom, t })).toBe(note);
});
