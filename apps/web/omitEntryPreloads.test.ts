// @vitest-environment node
import { expect, test } from 'vitest';
import { omitEntryPreloads } from './omitEntryPreloads.ts';

test('a lazy chunk preloads what index.html has not loaded, and nothing is left out before that is known', () => {
  const resolve = omitEntryPreloads();
  const lazy = ['dialog.js', 'react.js', 'index.js'];
  expect(resolve('dialog.js', lazy, { hostId: 'index.js', hostType: 'js' })).toEqual(lazy);
  expect(resolve('index.js', ['react.js'], { hostId: 'index.html', hostType: 'html' })).toEqual(['react.js']);
  expect(resolve('dialog.js', lazy, { hostId: 'index.js', hostType: 'js' })).toEqual(['dialog.js']);
});
