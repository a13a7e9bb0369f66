import { expect, test } from 'vitest';
import { OccupiedPixels } from './OccupiedPixels.ts';

const [red, blue] = [{ symbol: 'red' }, { symbol: 'blue' }];

test('a symbol occupies a quarter pixel until another one does', () => {
  const occupied = new OccupiedPixels();
  occupied.start(8, 8);
  expect(occupied.occupy(3.1, 2, red)).toBe(false);
  expect(occupied.occupy(3.2, 2, red)).toBe(true);
  expect(occupied.occupy(3.6, 2, red)).toBe(false);
  expect(occupied.occupy(3.1, 2, blue)).toBe(false);
  expect(occupied.occupy(3.1, 2, red)).toBe(false);
});

test('nothing is occupied in the next image, whatever its size', () => {
  const occupied = new OccupiedPixels();
  for (const size of [8, 4, 16]) {
    occupied.start(size, size);
    expect(occupied.occupy(2, 2, red)).toBe(false);
    expect(occupied.occupy(2, 2, red)).toBe(true);
  }
});

test('symbols of very many images are told apart', () => {
  const occupied = new OccupiedPixels();
  const images = Array.from({ length: 70_000 }, (_, image) => image);
  const confused = images.filter(() => {
    occupied.start(1, 1);
    return occupied.occupy(1, 1, red);
  });
  expect(confused).toEqual([]);
});
