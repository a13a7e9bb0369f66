import { expect, test } from 'vitest';
import { findPhotoProblem, MAX_PHOTOS } from './photoFiles.ts';

const jpeg = { name: 'a.jpg', type: 'image/jpeg', size: 10 };

test.each([
  [jpeg, 0, null],
  [jpeg, MAX_PHOTOS - 1, null],
  [jpeg, MAX_PHOTOS, 'TOO_MANY'],
  [{ ...jpeg, size: 101 }, 0, 'TOO_LARGE'],
  [{ ...jpeg, size: 100 }, 0, null],
  [{ name: 'IMG_1.HEIC', type: '', size: 10 }, 0, null],
  [{ name: 'IMG_1', type: 'image/heif', size: 10 }, 0, null],
  [{ name: 'a.pdf', type: 'application/pdf', size: 10 }, 0, 'NOT_A_PHOTO'],
] as const)('a file %j beside %d others: %s', (file, count, problem) => {
  expect(findPhotoProblem(file, { count, maxBytes: 100 })).toBe(problem);
});
