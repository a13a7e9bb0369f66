import BaseEvent from 'ol/events/Event.js';
import XYZ from 'ol/source/XYZ.js';
import { afterEach, expect, test, vi } from 'vitest';
import { watchTiles } from './watchTiles.ts';

afterEach(() => vi.useRealTimers());

function watched(state: 'ready' | 'loading' = 'ready') {
  const source = new XYZ({ url: '/{z}/{x}/{y}.png' });
  vi.spyOn(source, 'getState').mockImplementation(() => state);
  const reported: boolean[] = [];
  const leave = watchTiles(source, (isBroken) => reported.push(isBroken));
  const load = (name: 'tileloaderror' | 'tileloadend', times = 1) => {
    for (let i = 0; i < times; i += 1) source.dispatchEvent(new BaseEvent(name));
  };
  return { source, reported: reported, leave, load };
}

test('three tiles in a row that fail are told once, a single one is not', () => {
  const { reported, load } = watched();
  load('tileloaderror', 2);
  load('tileloadend');
  load('tileloaderror', 2);
  expect(reported).toEqual([false]);
  load('tileloaderror', 20);
  expect(reported).toEqual([false, true]);
});

test('a tile that comes again takes the word back', () => {
  const { reported, load, leave } = watched();
  load('tileloaderror', 3);
  load('tileloadend', 5);
  expect(reported).toEqual([true, false]);
  leave();
  load('tileloaderror', 9);
  expect(reported).toHaveLength(2);
});

test('a source that says it is broken, or that never gets ready, is told', () => {
  const { source, reported } = watched();
  vi.spyOn(source, 'getState').mockReturnValue('error');
  source.changed();
  expect(reported).toEqual([true]);

  vi.useFakeTimers();
  const slow = watched('loading');
  vi.advanceTimersByTime(9_999);
  expect(slow.reported).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(slow.reported).toEqual([true]);
});
