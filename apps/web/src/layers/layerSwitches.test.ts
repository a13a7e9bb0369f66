// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { readStored, writeStored } from '../storage/index.ts';
import {
  forgetSwitches,
  layerSwitches,
  planStart,
  type SwitchableLayer,
  setLayerSwitch,
  showLinkedLayers,
  startSwitches,
} from './layerSwitches.ts';

const aLayer = (id: number, changes: Partial<SwitchableLayer> = {}): SwitchableLayer => ({
  id,
  showDefault: false,
  serverside: false,
  ...changes,
});
const untouched = {
  checkedIds: new Set<number>(),
  changedIds: new Set<number>(),
  knownIds: new Set<number>(),
};
const plan = (layers: SwitchableLayer[], storedIds: number[] = [], hasLastView = true) => {
  const start = planStart(layers, { storedIds, switches: untouched, hasLastView });
  return { on: [...start.checkedIds], stored: start.storedIds, zoom: start.zoomIds };
};
const checked = () => [...layerSwitches.get().checkedIds];

beforeEach(() => {
  localStorage.clear();
  forgetSwitches();
});

test('a layer that is switched on before it is in a list stays on', () => {
  setLayerSwitch(7, true);
  startSwitches([aLayer(5)]);
  startSwitches([aLayer(5), aLayer(7)]);
  expect(checked()).toEqual([7]);
});

test('LIST-07: a switch adds the id to selectedLayers and takes it out again', () => {
  writeStored('selectedLayers', [5]);
  startSwitches([aLayer(5), aLayer(6)]);
  setLayerSwitch(6, true);
  expect(readStored('selectedLayers')).toEqual([5, 6]);
  expect(checked()).toEqual([5, 6]);
  setLayerSwitch(5, false);
  expect(readStored('selectedLayers')).toEqual([6]);
  expect(checked()).toEqual([6]);
});

test('LIST-09: a layer whose id is stored loads checked, another one does not', () => {
  expect(plan([aLayer(5), aLayer(6)], [6])).toEqual({ on: [6], stored: [6], zoom: [] });
});

test('LIST-10: a showDefault layer loads checked and is stored; the map zooms to it when it is new there', () => {
  const layers = [aLayer(5, { showDefault: true })];
  expect(plan(layers, [])).toEqual({ on: [5], stored: [5], zoom: [5] });
  expect(plan(layers, [5])).toEqual({ on: [5], stored: [5], zoom: [] });
});

test('LIST-11: a server-side layer that is stored or showDefault is switched on and leaves the stored list', () => {
  expect(plan([aLayer(5, { serverside: true })], [5, 6])).toMatchObject({ on: [5], stored: [6] });
  expect(plan([aLayer(5, { serverside: true, showDefault: true })], [])).toMatchObject({
    on: [5],
    stored: [],
  });
});

test('a server-side showDefault layer moves the map only at the first visit', () => {
  const layers = [aLayer(5, { serverside: true, showDefault: true })];
  expect(plan(layers, [], false).zoom).toEqual([5]);
  expect(plan(layers, [], true).zoom).toEqual([]);
});

test('a list that is loaded again leaves a server-side layer on, though its id is no longer stored', () => {
  writeStored('selectedLayers', [5]);
  const layers = [aLayer(5, { serverside: true })];
  startSwitches(layers);
  startSwitches([...layers, aLayer(6, { showDefault: true })]);
  expect(checked()).toEqual([5, 6]);
  expect(readStored('selectedLayers')).toEqual([6]);
});

test('stored ids of layers that are not in the list stay stored', () => {
  expect(plan([aLayer(5)], [99])).toEqual({ on: [], stored: [99], zoom: [] });
});

test('LIST-12: layers switched in the session are tracked, and a list that is loaded again leaves them so', () => {
  const layers = [aLayer(5, { showDefault: true }), aLayer(6), aLayer(7, { showDefault: true })];
  startSwitches(layers);
  setLayerSwitch(5, false);
  setLayerSwitch(6, true);
  expect([...layerSwitches.get().changedIds]).toEqual([5, 6]);
  startSwitches(layers);
  expect(checked()).toEqual([6, 7]);
});

test('the layers of an address are on, and no others; the browser goes on remembering its own', () => {
  writeStored('selectedLayers', [5]);
  showLinkedLayers([6, 99]);
  const layers = [aLayer(5), aLayer(6), aLayer(7, { showDefault: true })];
  expect(startSwitches(layers)).toEqual([]);
  expect(checked()).toEqual([6]);
  showLinkedLayers([7]);
  expect(checked()).toEqual([7]);
  expect(readStored('selectedLayers')).toEqual([5]);
  setLayerSwitch(6, true);
  expect(checked()).toEqual([7, 6]);
  expect(readStored('selectedLayers')).toEqual([5, 6]);
});

test('another user starts with the own layers again', () => {
  writeStored('selectedLayers', [5]);
  showLinkedLayers([6]);
  forgetSwitches();
  startSwitches([aLayer(5), aLayer(6)]);
  expect(checked()).toEqual([5]);
});
