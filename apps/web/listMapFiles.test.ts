// @vitest-environment node
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { mapScreens } from './chunkGroups.ts';
import { findMapFiles } from './listMapFiles.ts';

interface FakeChunk {
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly moduleIds?: readonly string[];
}

const chunk = (fileName: string, { isEntry = false, imports = [], css = [], moduleIds = [] }: FakeChunk) => ({
  [fileName]: {
    ...{ type: 'chunk', fileName, isEntry, imports, moduleIds },
    viteMetadata: { importedCss: new Set(css) },
  },
});

const bundle = {
  ...chunk('a/index.js', { isEntry: true, imports: ['a/react.js'], css: ['a/index.css'] }),
  ...chunk('a/react.js', {}),
  ...chunk('a/map.js', { imports: ['a/index.js', 'a/ui.js'], css: ['a/map.css'], moduleIds: mapScreens }),
  ...chunk('a/ui.js', { imports: ['a/react.js'], css: ['a/ui.css', 'a/index.css'] }),
  ...chunk('a/admin.js', { imports: ['a/ui.js'], css: ['a/admin.css'] }),
} as unknown as Rolldown.OutputBundle;

test('the map’s files are its scripts and styles that the page does not load anyway', () => {
  expect(findMapFiles(bundle)).toEqual(['/a/map.js', '/a/ui.js', '/a/map.css', '/a/ui.css']);
});

test('a build without the map fails', () => {
  expect(() => findMapFiles({})).toThrow('no such chunk');
});
