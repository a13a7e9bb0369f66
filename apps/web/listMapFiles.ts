import type { Plugin, Rolldown } from 'vite';
import { mapScreens } from './chunkGroups.ts';

type Bundle = Rolldown.OutputBundle;

/** Writes the names of the map's files into index.html: `start.js` requests them when the address is that of the map. */
export const listMapFiles = (): Plugin => ({
  name: 'list-map-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => [
      {
        tag: 'meta',
        attrs: { name: 'map-files', content: findMapFiles(bundle).join(' ') },
        injectTo: 'head-prepend',
      },
    ],
  },
});

/** Paths of the scripts and styles that the map screen needs beside those of the entry. */
export function findMapFiles(bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = collectFiles(
    chunks.find(({ isEntry }) => isEntry),
    bundle,
  );
  const map = collectFiles(
    chunks.find(({ moduleIds }) => moduleIds.some((id) => mapScreens.includes(id))),
    bundle,
  );
  return [...map].filter((file) => !entry.has(file)).map((file) => `/${file}`);
}

/** The chunk, the chunks that it imports statically, and their styles. */
function collectFiles(chunk: Rolldown.OutputChunk | undefined, bundle: Bundle): ReadonlySet<string> {
  if (chunk === undefined) throw new Error('the build has no such chunk');
  const files = new Set([chunk.fileName]);
  // Files that are added during the loop are visited, too.
  for (const name of files) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    for (const imported of file.imports) files.add(imported);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  }
  return files;
}
