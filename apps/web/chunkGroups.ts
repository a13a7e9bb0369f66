import { basename, extname } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const libraries = {
  react: /node_modules\/(react|react-dom|scheduler)\//,
  ol: /node_modules\/(ol|rbush|quickselect|geotiff|pbf|earcut)\//,
} as const;

/** Loaded with the first rule, filter or field that has conditions; in one chunk, which its users name. */
const conditions =
  /packages\/(conditions\/src|cartography\/src\/rules\/(conditionTests|listFieldsOfRule)\.ts)/;

const sources = `${import.meta.dirname}/src/`;
/** The two parts of the map screen, which are loaded separately. */
export const mapScreens: readonly string[] = ['DashboardScreen', 'DashboardAside'].map(
  (name) => `${sources}app/dashboard/${name}.tsx`,
);

/**
 * The map starts with six scripts: React, OpenLayers, what every page needs (`app`), what the map shares with other
 * pages (`ui`), the rest of the map (`map`), and the runtime of the bundler. By itself the bundler would make a chunk
 * for every set of modules that the same pages share, seventy for the map. The names of libraries stay apart from ours,
 * so that browsers keep what a release does not change.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let shared: ReadonlySet<string> | undefined;
  let ofMap: ReadonlySet<string> | undefined;
  /** False for parts of a library that load later, with a tool or a preview. */
  const isOfMap = (id: string, graph: Graph): boolean => {
    ofMap ??= collectImports(mapScreens, graph);
    return ofMap.has(id);
  };
  const isShared = (id: string, graph: Graph): boolean => {
    shared ??= listSharedModules(graph);
    return shared.has(id);
  };
  return [
    { name: 'react', test: libraries.react, priority: 5 },
    {
      name: (id, graph) => (libraries.ol.test(id) && isOfMap(id, graph) ? 'ol' : null),
      debugName: 'ol',
      priority: 4,
    },
    { name: 'app', tags: ['$initial'], priority: 3 },
    {
      name: (id, graph) => (isShared(id, graph) ? 'ui' : null),
      debugName: 'ui',
      priority: 2,
    },
    { name: 'map', test: (id) => mapScreens.includes(id), priority: 1 },
    { name: 'conditions', test: conditions, priority: 0 },
    // Alone they would be dozens of chunks of 300 bytes, and the map's scripts name each chunk of a part that loads later.
    { name: 'icons', test: /node_modules\/@tabler\/icons-react\//, minShareCount: 2, priority: 0 },
  ];
}

/**
 * Modules of the map screen that do without OpenLayers: another page that needs one of them must not load the library.
 * A group brings the imports of its modules along, so only our own modules are listed, and modules of libraries that
 * a module with OpenLayers imports by name.
 */
export function listSharedModules(graph: Graph): ReadonlySet<string> {
  const all = collectImports(mapScreens, graph);
  const needsOl = new Map<string, boolean>();
  const isFree = (id: string): boolean => {
    const known = needsOl.get(id) ?? [...collectImports([id], graph)].some((one) => libraries.ol.test(one));
    needsOl.set(id, known);
    return !known;
  };
  const own = [...all].filter((id) => id.startsWith(sources) && /\.tsx?$/.test(id));
  const imported = new Set(own.flatMap((id) => listPackageImports(graph.getModuleInfo(id)?.code ?? '')));
  const isImported = (id: string): boolean => {
    const name = basename(id, extname(id));
    if (name === 'index') return false;
    const scope = findScope(id);
    return [name, ...(graph.getModuleInfo(id)?.exports ?? [])].some((one) => imported.has(`${scope} ${one}`));
  };
  const foreign = [...all].filter((id) => !id.startsWith(sources) && isImported(id));
  return new Set([...own, ...foreign].filter(isFree));
}

/** The modules and everything that they import statically. */
function collectImports(ids: readonly string[], graph: Graph): Set<string> {
  const found = new Set(ids);
  // Modules that are added during the loop are visited, too.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** What a module imports by name: `@scope Name`, or `package Name` of a package without a scope. */
function listPackageImports(code: string): string[] {
  return [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["'](@?\w[\w-]*)/g)].flatMap(
    ([, names = '', scope = '']) =>
      names.split(',').map((name) => `${scope} ${name.trim().replace(/\s.*/, '')}`),
  );
}

/** The scope of the module's package, or the name of a package without one. Two packages may export the same name. */
const findScope = (id: string): string =>
  id.includes('/packages/') ? '@pgis' : (/node_modules\/(@?[^/]+)/.exec(id)?.[1] ?? '');
