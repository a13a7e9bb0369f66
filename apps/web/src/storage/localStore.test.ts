// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '../testing/aUser.ts';
import { readStored, removeStored, subscribeStored, writeStored } from './index.ts';
import { storedValueParsers } from './storedValues.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const view = { center: [2_670_000, 7_750_000], zoom: 10, maxZoom: 28 } as const;

test('STOR-01: the four keys, and no other, are written', () => {
  writeStored('currentUser', aUser());
  writeStored('lastMapView', view);
  writeStored('selectedBaseLayers', [1]);
  writeStored('selectedLayers', [7, 8]);
  const keys = ['currentUser', 'lastMapView', 'selectedBaseLayers', 'selectedLayers'];
  expect(Object.keys(storedValueParsers).sort()).toEqual(keys);
  expect(Object.keys(localStorage).sort()).toEqual(keys);
});

test('STOR-02: currentUser holds the record of the current user whole', () => {
  const user = aUser({ Admin: true });
  writeStored('currentUser', user);
  expect(JSON.parse(localStorage.getItem('currentUser') ?? '')).toEqual(user);
  expect(readStored('currentUser')).toEqual(user);
});

test('STOR-03: selectedLayers holds the ids of the selected layers', () => {
  writeStored('selectedLayers', [4294967300, 4294967301]);
  expect(localStorage.getItem('selectedLayers')).toBe('[4294967300,4294967301]');
});

test('STOR-04: selectedBaseLayers holds the visible base and overlay layers', () => {
  writeStored('selectedBaseLayers', [1, 12]);
  expect(readStored('selectedBaseLayers')).toEqual([1, 12]);
});

test('DATA-30: lastMapView holds centre, zoom and largest zoom', () => {
  writeStored('lastMapView', view);
  expect(readStored('lastMapView')).toEqual(view);
});

test.each([
  ['currentUser', '{"token":'],
  ['currentUser', '"text"'],
  ['currentUser', '{"token":"t","permissions":null}'],
  ['currentUser', JSON.stringify({ ...aUser(), token: '' })],
  ['currentUser', JSON.stringify({ ...aUser(), token: 'a\nb' })],
  ['currentUser', JSON.stringify({ ...aUser(), token: 'tokenā' })],
  ['currentUser', JSON.stringify({ ...aUser(), token: 'a b' })],
  ['currentUser', JSON.stringify({ ...aUser(), token: 'x'.repeat(4_097) })],
  [
    'currentUser',
    JSON.stringify({ ...aUser(), permissions: { userName: 'A', unitPermissions: { 1: ['God'] } } }),
  ],
  ['lastMapView', '{"center":[1],"zoom":3,"maxZoom":28}'],
  ['lastMapView', '{"center":[1,null],"zoom":3,"maxZoom":28}'],
  ['selectedLayers', '{"length":1}'],
  ['selectedLayers', 'undefined'],
] as const)('a broken %s (%.60s) reads as nothing and is dropped', (key, text) => {
  localStorage.setItem(key, text);
  expect(readStored(key)).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
  expect(readStored(key)).toBeNull();
});

test('what is no id is left out of a list', () => {
  localStorage.setItem('selectedLayers', '[3,"4",null,3,1.5,9]');
  expect(readStored('selectedLayers')).toEqual([3, 9]);
});

test('the same object is read until the value changes', () => {
  writeStored('lastMapView', view);
  const first = readStored('lastMapView');
  expect(readStored('lastMapView')).toBe(first);
  writeStored('lastMapView', { ...view, zoom: 11 });
  expect(readStored('lastMapView')).not.toBe(first);
});

test('a listener hears changes of its key, of this tab and of others, until it leaves', () => {
  const heard = vi.fn();
  const leave = subscribeStored('selectedLayers', heard);
  writeStored('selectedLayers', [1]);
  writeStored('selectedBaseLayers', [1]);
  expect(heard).toHaveBeenCalledTimes(1);
  removeStored('selectedLayers');
  expect(heard).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new StorageEvent('storage', { key: 'selectedLayers', storageArea: localStorage }));
  expect(heard).toHaveBeenCalledTimes(3);
  window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }));
  expect(heard).toHaveBeenCalledTimes(4);
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastMapView', storageArea: localStorage }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'selectedLayers', storageArea: sessionStorage }));
  leave();
  writeStored('selectedLayers', [2]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'selectedLayers', storageArea: localStorage }));
  expect(heard).toHaveBeenCalledTimes(4);
});

test('where the browser stores nothing, values live as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  writeStored('selectedLayers', [5]);
  expect(readStored('selectedLayers')).toEqual([5]);
  removeStored('selectedLayers');
  expect(readStored('selectedLayers')).toBeNull();
});
