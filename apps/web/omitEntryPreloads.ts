import type { ResolveModulePreloadDependenciesFn } from 'vite';

/**
 * Leaves out of the list of preloads what index.html has already loaded: every lazy chunk shares much with the entry, and
 * the entry would carry these names. Vite writes the tags of index.html before the lists of the lazy imports.
 */
export function omitEntryPreloads(): ResolveModulePreloadDependenciesFn {
  let loadedByPage: ReadonlySet<string> = new Set();
  return (entry, chunks, { hostType }) => {
    if (hostType === 'js') return chunks.filter((chunk) => !loadedByPage.has(chunk));
    loadedByPage = new Set([entry, ...chunks]);
    return chunks;
  };
}
