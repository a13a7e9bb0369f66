import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findWallProblems } from '../checks/importWallsCheck.ts';
import { findBreaches, type WallReport } from './findBreaches.ts';
import { importWalls } from './importWalls.ts';

// A small code base. Each line: file, its import, and the wall that the import breaks, if any.
const house: readonly (readonly [file: string, imports: string, wall?: string])[] = [
  ['packages/geo/src/index.ts', `import { c } from '@pgis/contract';`],
  ['packages/contract/src/index.ts', `export const c = 1;`],
  [
    'packages/contract/src/usesApp.ts',
    `import type { s } from '../../../apps/server/src/index.ts';`,
    'packages-know-no-app',
  ],
  ['packages/conditions/src/index.ts', `import '@pgis/geo';`, 'conditions-know-no-package'],
  [
    'packages/cartography/src/usesContract.ts',
    `import { c } from '@pgis/contract';`,
    'contract-and-cartography-are-apart',
  ],
  ['packages/contract/src/usesConditions.ts', `import '@pgis/conditions';`],
  ['packages/geo/src/usesServer.ts', `import '@pgis/server';`, 'packages-know-no-app'],
  ['packages/geo/src/usesNode.ts', `import 'node:fs';`, 'browser-code-stays-in-the-browser'],
  ['packages/geo/src/node/readsFiles.ts', `import 'fs/promises';`],
  [
    'packages/geo/src/usesItsNodePart.ts',
    `import './node/readsFiles.ts';`,
    'browser-code-stays-in-the-browser',
  ],
  ['apps/web/src/usesNode.ts', `import { join } from 'path';`, 'browser-code-stays-in-the-browser'],
  ['packages/cartography/src/usesOl.ts', `import 'ol/Map.js';`, 'ol-stays-behind-the-map'],
  ['packages/cartography/src/ol/toStyle.ts', `import 'ol/Map.js';`],
  ['packages/testkit/src/index.ts', `import '@pgis/server'; export const kit = 1;`],
  [
    'packages/testkit/src/goesAround.ts',
    `import '../../../apps/server/src/rendering/draw.ts';`,
    'testkit-uses-the-servers-door',
  ],
  ['apps/server/src/index.ts', `import '@pgis/geo'; export type s = 1;`],
  ['apps/server/src/index.test.ts', `import '@pgis/testkit';`],
  ['apps/server/src/usesTestkit.ts', `import '@pgis/testkit';`, 'only-tests-use-the-testkit'],
  ['apps/server/src/usesWeb.ts', `export * from '@pgis/web';`, 'apps-know-no-other-app'],
  ['apps/server/src/rendering/draw.ts', `import 'ol/Map.js';`],
  ['apps/server/src/features/base-map/draw.ts', `import 'ol/Map.js';`],
  ['apps/server/src/features/geoms/usesOl.ts', `import 'ol/Map.js';`, 'ol-stays-behind-the-map'],
  ['apps/server/src/features/geoms/inner.ts', `export const g = 1;`],
  ['apps/server/src/features/geoms/index.ts', `import './inner.ts';`],
  [
    'apps/server/src/features/geoms/usesUsers.ts',
    `import '../users/index.ts';`,
    'server-features-are-leaves',
  ],
  ['apps/server/src/features/users/index.ts', `export const u = 1;`],
  [
    'apps/server/src/features/users/usesGeoms.ts',
    `await using g = await import('../geoms/index.ts');`,
    'server-features-are-leaves',
  ],
  ['apps/server/src/features/users/usesGroups.ts', `import '../groups/index.ts';`],
  ['apps/server/src/features/groups/index.ts', `export const g = 1;`],
  ['apps/server/src/features/groups/inner.ts', `export const g = 1;`],
  [
    'apps/server/src/features/users/prying.ts',
    `await using g = await import('../groups/inner.ts');`,
    'features-keep-their-inside',
  ],
  [
    'apps/server/src/layers/usesFeature.ts',
    `import '../features/users/index.ts';`,
    'server-floors-know-no-feature',
  ],
  ['apps/server/src/query/usesDemo.ts', `import '../demo/seed.ts';`, 'server-floors-know-no-feature'],
  ['apps/server/src/layers/usesQuery.ts', `import '../query/one.ts';`, 'layers-know-no-query'],
  ['apps/server/src/query/one.ts', `import '../layers/visibleObjects.ts';`],
  ['apps/server/src/query/usesObject.ts', `import '../objects/one.ts';`, 'queries-know-no-object'],
  ['apps/server/src/objects/one.ts', `import '../query/one.ts'; import '../layers/visibleObjects.ts';`],
  ['apps/server/src/layers/visibleObjects.ts', `export const v = 1;`],
  [
    'apps/server/src/features/geoms/usesVisibility.ts',
    `import '../../layers/visibleObjects.ts';`,
    'visibility-is-asked-by-queries',
  ],
  ['apps/server/src/demo/seed.ts', `import '../features/users/index.ts';`],
  ['apps/web/src/index.ts', `export const w = 1;`],
  ['apps/web/src/map/Map.ts', `import 'ol/Map.js';`],
  ['apps/web/src/map/usesFeature.ts', `import '../features/help/index.ts';`, 'web-parts-know-no-feature'],
  ['apps/web/src/map/usesLayers.ts', `import '../layers/changeLayers.ts';`, 'web-floors-know-no-changes'],
  ['apps/web/src/ui/usesObjects.ts', `import '../objects/changeObjects.ts';`, 'web-floors-know-no-changes'],
  [
    'apps/web/src/store/usesObjects.ts',
    `import '../objects/changeObjects.ts';`,
    'web-floors-know-no-changes',
  ],
  ['apps/web/src/layers/changeLayers.ts', `import '../map/Map.ts';`],
  ['apps/web/src/layers/usesObjects.ts', `import '../objects/changeObjects.ts';`, 'layers-know-no-object'],
  ['apps/web/src/layers/usesFeature.ts', `import '../features/help/index.ts';`, 'web-parts-know-no-feature'],
  ['apps/web/src/objects/changeObjects.ts', `import '../layers/changeLayers.ts'; import '../map/Map.ts';`],
  ['apps/web/src/objects/usesFeature.ts', `import '../features/help/index.ts';`, 'web-parts-know-no-feature'],
  [
    'apps/web/src/ui/usesApp.tsx',
    `const x = <p>{() => import('../app/shell.tsx')}</p>;`,
    'web-parts-know-no-feature',
  ],
  ['apps/web/src/i18n/usesFeature.ts', `import '../features/help/inner.ts';`, 'web-parts-know-no-feature'],
  [
    'apps/web/src/api/usesFeature.ts',
    `export * from '../features/help/index.ts';`,
    'web-parts-know-no-feature',
  ],
  ['apps/web/src/testing/render.tsx', `import '../features/help/index.ts'; import 'node:fs';`],
  ['apps/web/src/ui/usesTesting.ts', `import '../testing/render.tsx';`, 'only-tests-use-the-testkit'],
  ['apps/web/src/app/shell.tsx', `import '../features/help/index.ts'; import '../ui/Spinner.tsx';`],
  ['apps/web/src/ui/Spinner.tsx', `export const Spinner = () => <i />;`],
  ['apps/web/src/features/help/index.ts', `import './inner.ts';`],
  ['apps/web/src/features/help/inner.ts', `import '../../objects/changeObjects.ts'; export const h = 1;`],
  ['apps/web/src/features/print/public.ts', `import '../help/index.ts';`],
  [
    'apps/web/src/features/print/prying.ts',
    `class A { async open() { return import('../help/inner.ts'); } }`,
    'features-keep-their-inside',
  ],
  ['apps/web/src/features/print/usesApp.ts', `import '../../app/shell.tsx';`, 'features-know-no-shell'],
  ['apps/web/src/features/print/usesOl.ts', `import type M from 'ol/Map.js';`, 'ol-stays-behind-the-map'],
  ['apps/web/src/usesServer.ts', `import '../../server/src/index.ts';`, 'apps-know-no-other-app'],
  ['apps/web/src/one.ts', `import './two.ts';`, 'no-cycles'],
  // A cycle is reported once, at its first file.
  ['apps/web/src/two.ts', `import './one.ts';`],
  ['apps/web/src/lost.ts', `import './nowhere.ts';`, 'nothing-unseen'],
];

let root: string;
let report: WallReport;

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pgis-walls-'));
  for (const [file, text] of house) await write(file, text);
  await write('package.json', JSON.stringify({ name: 'house', dependencies: { ol: '1.0.0' } }));
  await write('node_modules/ol/package.json', JSON.stringify({ name: 'ol', version: '1.0.0' }));
  await write('node_modules/ol/Map.js', 'export default 1;');
  await mkdir(join(root, 'node_modules/@pgis'));
  for (const folder of [
    'packages/conditions',
    'packages/contract',
    'packages/geo',
    'packages/testkit',
    'apps/server',
    'apps/web',
  ]) {
    const name = `@pgis/${folder.split('/')[1]}`;
    await write(`${folder}/package.json`, JSON.stringify({ name, exports: { '.': './src/index.ts' } }));
    await symlink(join(root, folder), join(root, 'node_modules', name), 'dir');
  }
  report = await findBreaches(root, ['apps', 'packages']);
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('every source file is seen', () => {
  expect([...report.modules].sort()).toEqual(house.map(([file]) => file).sort());
});

test('exactly the planted breaches are found, each by its own wall', () => {
  const planted = house.flatMap(([file, , wall]) => (wall === undefined ? [] : [`${wall}: ${file}`]));
  const found = report.breaches.map(({ wall, from }) => `${wall}: ${from}`);
  expect(found.sort()).toEqual(planted.sort());
});

test('every wall has a planted breach', () => {
  const planted = new Set(house.map(([, , wall]) => wall));
  expect(importWalls.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
});

test('a parser that sees less than git tracks is itself a problem', () => {
  const blind: WallReport = { modules: ['apps/a.ts'], importCount: 0, breaches: [] };
  expect(findWallProblems(blind, ['apps/a.ts', 'apps/b.tsx'])).toEqual([
    'not seen by dependency-cruiser: apps/b.tsx',
    'not a single import was seen',
  ]);
});
