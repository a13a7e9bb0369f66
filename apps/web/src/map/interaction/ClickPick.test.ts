// @vitest-environment jsdom
import BaseEvent from 'ol/events/Event.js';
import OlMap from 'ol/Map.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import type { FoundCluster, FoundObject } from '../layers/objects/ObjectPicker.ts';
import type { VectorLayers } from '../layers/objects/VectorLayers.ts';
import type { SelectionLayer } from '../layers/SelectionLayer.ts';
import { enterSelectObject } from '../tools/selectObject.ts';
import type { ToolContext } from '../tools/Tool.ts';
import { ClickPick } from './ClickPick.ts';
import { type SelectedKey, Selection } from './Selection.ts';

const lime = { id: 1, layerId: 7, wkt: 'POINT(0 0)' };
const oak = { id: 2, layerId: 7, wkt: 'POINT(9 9)' };

let map: OlMap;
let selection: Selection;
let clickPick: ClickPick;
let isNoClick: boolean;
/** Object at the clicked position; the test decides when the server answers. */
let found: Promise<FoundObject | FoundCluster | null | 'superseded'>;
let leaveTool: () => void;
const cancelFind = vi.fn();
const openCluster = vi.fn();

beforeEach(() => {
  givePageABrowser();
  map = new OlMap({ controls: [] });
  selection = new Selection(
    { clear: () => {}, show: () => {} } as unknown as SelectionLayer,
    { hide: () => {} } as unknown as VectorLayers,
  );
  isNoClick = false;
  openCluster.mockReset();
  clickPick = new ClickPick({
    selection,
    find: () => found,
    cancelFind,
    openCluster,
    reselect: (key) => selection.select(key),
    deselect: () => selection.clear(),
    isNoClick: () => isNoClick,
  });
  leaveTool = enterSelectObject({
    map,
    viewport: document.createElement('div'),
    setStep: () => {},
    hasObjectAt: () => false,
    clickPick,
  } as unknown as ToolContext);
});

/** Dispatches events like OpenLayers: `click` at once, then `singleclick` or `dblclick`. */
async function dispatchClick(type: 'click' | 'singleclick' | 'dblclick', pixel = [5, 5]): Promise<boolean> {
  const mayGoOn = map.dispatchEvent(Object.assign(new BaseEvent(type), { pixel }));
  await new Promise(setImmediate);
  return mayGoOn !== false;
}
const lies = (what: FoundObject | FoundCluster | null) => {
  found = Promise.resolve(what);
};
const selectedId = (): SelectedKey['id'] | undefined => selection.store.get()?.id;

test('SEL-01: a click selects at once, before it is known that no second one follows', async () => {
  lies(lime);
  await dispatchClick('click');
  expect(selectedId()).toBe(1);
  await dispatchClick('singleclick');
  expect(selectedId()).toBe(1);
  lies(oak);
  await dispatchClick('click');
  expect(selectedId()).toBe(2);
});

test('a click on a cluster opens it once no second click follows, and leaves the selection as it was', async () => {
  const cluster: FoundCluster = { layerId: 7, count: 12, extent: [0, 0, 9, 9] };
  selection.select({ id: 2, layerId: 7 });
  lies(cluster);
  await dispatchClick('click');
  expect(openCluster).not.toHaveBeenCalled();
  await dispatchClick('singleclick');
  expect(openCluster).toHaveBeenCalledExactlyOnceWith(cluster, [5, 5]);
  expect(selectedId()).toBe(2);
  // A double click zooms by itself.
  await dispatchClick('click');
  await dispatchClick('dblclick');
  expect(openCluster).toHaveBeenCalledTimes(1);
});

test('a double click leaves the selection as it was', async () => {
  lies(lime);
  await dispatchClick('click');
  await dispatchClick('click');
  await dispatchClick('dblclick');
  expect(selectedId()).toBeUndefined();

  await dispatchClick('click');
  await dispatchClick('singleclick');
  lies(oak);
  await dispatchClick('click');
  expect(selectedId()).toBe(2);
  await dispatchClick('click');
  await dispatchClick('dblclick');
  expect(selectedId()).toBe(1);
});

test('SEL-05: a click beside everything ends the selection, a double click there does not', async () => {
  lies(lime);
  await dispatchClick('click');
  await dispatchClick('singleclick');
  lies(null);
  await dispatchClick('click');
  await dispatchClick('click');
  await dispatchClick('dblclick');
  expect(selectedId()).toBe(1);
  await dispatchClick('click');
  expect(selectedId()).toBe(1);
  await dispatchClick('singleclick');
  expect(selectedId()).toBeUndefined();
});

test('the selected object is shown once more by a click, not by a double click', async () => {
  lies(lime);
  await dispatchClick('click');
  await dispatchClick('singleclick');
  const onChange = vi.fn();
  selection.store.subscribe(onChange);
  await dispatchClick('click');
  await dispatchClick('click');
  await dispatchClick('dblclick');
  expect(onChange).not.toHaveBeenCalled();
  await dispatchClick('click');
  await dispatchClick('singleclick');
  expect(onChange).toHaveBeenCalledOnce();
});

test('two quick clicks at different places are two clicks and zoom nothing', async () => {
  lies(lime);
  await dispatchClick('click');
  lies(oak);
  await dispatchClick('click', [5, 40]);
  expect(await dispatchClick('dblclick', [5, 40])).toBe(false);
  expect(selectedId()).toBe(2);
  lies(null);
  await dispatchClick('click', [90, 90]);
  await dispatchClick('singleclick', [90, 90]);
  expect(selectedId()).toBeUndefined();
  lies(lime);
  await dispatchClick('click', [5, 5]);
  await dispatchClick('click', [9, 7]);
  expect(await dispatchClick('dblclick', [9, 7])).toBe(true);
  expect(selectedId()).toBeUndefined();
});

test('what the server finds after a double click is not selected', async () => {
  let answer: (what: FoundObject | 'superseded') => void = () => {};
  found = new Promise((resolve) => {
    answer = resolve;
  });
  cancelFind.mockImplementationOnce(() => answer('superseded'));
  await dispatchClick('click');
  await dispatchClick('click');
  await dispatchClick('dblclick');
  expect(cancelFind).toHaveBeenCalled();
  expect(selectedId()).toBeUndefined();
});

test('where showing moves or covers the map, a click waits until no second one can follow', async () => {
  clickPick.setShowsAtOnce(false);
  lies(lime);
  await dispatchClick('click');
  expect(selectedId()).toBeUndefined();
  await dispatchClick('singleclick');
  expect(selectedId()).toBe(1);
  lies(oak);
  await dispatchClick('click');
  await dispatchClick('click');
  await dispatchClick('dblclick');
  expect(selectedId()).toBe(1);
});

test('a long press is no click, and a click does nothing more after its tool', async () => {
  lies(lime);
  isNoClick = true;
  await dispatchClick('click');
  await dispatchClick('singleclick');
  expect(selectedId()).toBeUndefined();

  isNoClick = false;
  clickPick.setShowsAtOnce(false);
  await dispatchClick('click');
  leaveTool();
  await dispatchClick('singleclick');
  expect(selectedId()).toBeUndefined();
});
