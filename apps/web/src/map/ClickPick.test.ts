import BaseEvent from 'ol/events/Event.js';
import OlMap from 'ol/Map.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../testing/browser.ts';
import { ClickPick } from './ClickPick.ts';
import type { FoundObject } from './objects/ObjectPicker.ts';
import type { VectorLayers } from './objects/VectorLayers.ts';
import { type SelectedKey, Selection } from './Selection.ts';
import type { SelectionLayer } from './SelectionLayer.ts';
import { enterSelectObject } from './tools/selectObject.ts';
import type { ToolContext } from './tools/Tool.ts';

const lime = { id: 1, layerId: 7, wkt: 'POINT(0 0)' };
const oak = { id: 2, layerId: 7, wkt: 'POINT(9 9)' };

let map: OlMap;
let selection: Selection;
let clickPick: ClickPick;
let isNoClick: boolean;
/** What lies where one clicks; the server may take its time. */
let found: Promise<FoundObject | null | 'superseded'>;
let leaveTool: () => void;
const cancelFind = vi.fn();

beforeEach(() => {
  givePageABrowser();
  map = new OlMap({ controls: [] });
  selection = new Selection(
    { clear: () => {}, show: () => {} } as unknown as SelectionLayer,
    { hide: () => {} } as unknown as VectorLayers,
  );
  isNoClick = false;
  clickPick = new ClickPick({
    selection,
    find: () => found,
    cancelFind,
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

/** As OpenLayers tells it: each click at once, then whether it was one or two. */
async function tell(type: 'click' | 'singleclick' | 'dblclick', pixel = [5, 5]): Promise<boolean> {
  const mayGoOn = map.dispatchEvent(Object.assign(new BaseEvent(type), { pixel }));
  await new Promise(setImmediate);
  return mayGoOn !== false;
}
const lies = (what: FoundObject | null) => {
  found = Promise.resolve(what);
};
const selectedId = (): SelectedKey['id'] | undefined => selection.store.get()?.id;

test('SEL-01: a click selects at once, before it is known that no second one follows', async () => {
  lies(lime);
  await tell('click');
  expect(selectedId()).toBe(1);
  await tell('singleclick');
  expect(selectedId()).toBe(1);
  lies(oak);
  await tell('click');
  expect(selectedId()).toBe(2);
});

test('a double click leaves the selection as it was', async () => {
  lies(lime);
  await tell('click');
  await tell('click');
  await tell('dblclick');
  expect(selectedId()).toBeUndefined();

  await tell('click');
  await tell('singleclick');
  lies(oak);
  await tell('click');
  expect(selectedId()).toBe(2);
  await tell('click');
  await tell('dblclick');
  expect(selectedId()).toBe(1);
});

test('SEL-05: a click beside everything ends the selection, a double click there does not', async () => {
  lies(lime);
  await tell('click');
  await tell('singleclick');
  lies(null);
  await tell('click');
  await tell('click');
  await tell('dblclick');
  expect(selectedId()).toBe(1);
  await tell('click');
  expect(selectedId()).toBe(1);
  await tell('singleclick');
  expect(selectedId()).toBeUndefined();
});

test('the selected object is shown once more by a click, not by a double click', async () => {
  lies(lime);
  await tell('click');
  await tell('singleclick');
  const told = vi.fn();
  selection.store.subscribe(told);
  await tell('click');
  await tell('click');
  await tell('dblclick');
  expect(told).not.toHaveBeenCalled();
  await tell('click');
  await tell('singleclick');
  expect(told).toHaveBeenCalledOnce();
});

test('two quick clicks at different places are two clicks and zoom nothing', async () => {
  lies(lime);
  await tell('click');
  lies(oak);
  await tell('click', [5, 40]);
  expect(await tell('dblclick', [5, 40])).toBe(false);
  expect(selectedId()).toBe(2);
  lies(null);
  await tell('click', [90, 90]);
  await tell('singleclick', [90, 90]);
  expect(selectedId()).toBeUndefined();
  lies(lime);
  await tell('click', [5, 5]);
  await tell('click', [9, 7]);
  expect(await tell('dblclick', [9, 7])).toBe(true);
  expect(selectedId()).toBeUndefined();
});

test('what the server finds after a double click is not selected', async () => {
  let answer: (what: FoundObject | 'superseded') => void = () => {};
  found = new Promise((resolve) => {
    answer = resolve;
  });
  cancelFind.mockImplementationOnce(() => answer('superseded'));
  await tell('click');
  await tell('click');
  await tell('dblclick');
  expect(cancelFind).toHaveBeenCalled();
  expect(selectedId()).toBeUndefined();
});

test('where showing moves or covers the map, a click waits until no second one can follow', async () => {
  clickPick.setShowsAtOnce(false);
  lies(lime);
  await tell('click');
  expect(selectedId()).toBeUndefined();
  await tell('singleclick');
  expect(selectedId()).toBe(1);
  lies(oak);
  await tell('click');
  await tell('click');
  await tell('dblclick');
  expect(selectedId()).toBe(1);
});

test('a long press is no click, and a click does nothing more after its tool', async () => {
  lies(lime);
  isNoClick = true;
  await tell('click');
  await tell('singleclick');
  expect(selectedId()).toBeUndefined();

  isNoClick = false;
  clickPick.setShowsAtOnce(false);
  await tell('click');
  leaveTool();
  await tell('singleclick');
  expect(selectedId()).toBeUndefined();
});
