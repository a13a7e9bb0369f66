import { expect, test } from 'vitest';
import { findAddProblem, nameOfPhoto } from './pendingFiles.ts';

const file = (name: string, size = 1) => ({ name, size });

test('ATT-04: nothing chosen is a problem', () => {
  expect(findAddProblem([], [])).toBe('SELECT_FILE');
});

test('ATT-05: a file of 100 000 000 bytes passes and one of a byte more does not', () => {
  expect(findAddProblem([file('a', 100_000_000)], [])).toBeNull();
  expect(findAddProblem([file('a', 100_000_001)], [])).toBe('FILE_SIZE_EXCEED');
  expect(findAddProblem([file('a'), file('b', 100_000_001)], [])).toBe('FILE_SIZE_EXCEED');
});

test('ATT-06: a name that waits already is a problem', () => {
  const waiting = [{ file: file('a.jpg') }];
  expect(findAddProblem([file('b.jpg')], waiting)).toBeNull();
  expect(findAddProblem([file('a.jpg')], waiting)).toBe('FILE_NAME_DUPLICATE');
});

test('photos of a phone, which are all called alike, get names that tell when they were taken', () => {
  const takenAt = new Date(2026, 10, 21, 9, 5, 7);
  expect(nameOfPhoto({ name: 'image.JPG' }, takenAt)).toBe('photo-2026-11-21-090507.jpg');
  expect(nameOfPhoto({ name: 'image' }, takenAt)).toBe('photo-2026-11-21-090507.jpg');
});
