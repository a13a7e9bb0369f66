import BaseEvent from 'ol/events/Event.js';
import XYZ from 'ol/source/XYZ.js';
import { afterEach, expect, test, vi } from 'vitest';
import { watchTiles } from './watchTiles.ts';

afterEach(() => vi.useRealTimers());

function watched(state: 'ready' | 'loading' = 'ready') {
  const source = new XYZ({ url: '/{z}/{x}/{y}.png' });
  vi.spyOn(source, 'getState').mockImplementation(() => state);
  const told: boolean[] = [];
  const leave = watchTiles(source, (isBroken) => told.push(isBroken));
  const load = (name: 'tileloaderror' | 'tileloadend', times = 1) => {
    for (let i = 0; i < times; i += 1) source.dispatchEvent(new BaseEvent(name));
  };
  return { source, told, leave, load };
}

test('three tiles in a row that fail are told once, a single one is not', () => {
  const { told, load } = watched();
  load('tileloaderror', 2);
  load('tileloadend');
  load('tileloaderror', 2);
  expect(told).toEqual([false]);
  load('tileloaderror', 20);
  expect(told).toEqual([false, true]);
});

test('a tile that comes again takes the word back', () => {
  const { told, load, leave } = watched();
  load('tileloaderror', 3);
  load('tileloadend', 5);
  expect(told).toEqual([true, false]);
  leave();
  load('tileloaderror', 9);
  expect(told).toHaveLength(2);
});

test('a source that says it is broken, or that never gets ready, is told', () => {
  const { source, told } = watched();
  vi.spyOn(source, 'getState').mockReturnValue('error');
  source.changed();
  expect(told).toEqual([true]);

  vi.useFakeTimers();
  const slow = watched('loading');
  vi.advanceTimersByTime(9_999);
  expect(slow.told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(slow.told).toEqual([true]);
});
