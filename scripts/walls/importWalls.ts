import { builtinModules } from 'node:module';
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

type Wall = IRegularForbiddenRuleType;

function wall(name: string, comment: string, from: Wall['from'], to: Wall['to']): Wall {
  return { name, comment, severity: 'error', from, to };
}

const testFiles = '\\.test\\.tsx?$|/test/|^apps/web/src/testing/';

/** Which way imports may run (docs/architecture.md). Every wall has a planted breach in importWalls.test.ts. */
export const importWalls: readonly Wall[] = [
  wall(
    'packages-know-no-app',
    'A package is used by apps and never uses one; the testkit alone builds on the server it tests.',
    { path: '^packages/', pathNot: '^packages/testkit/' },
    { path: '^apps/' },
  ),
  wall(
    'apps-know-no-other-app',
    'Server and web meet only in the packages.',
    { path: '^apps/([^/]+)/' },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  wall(
    'web-parts-know-no-feature',
    'In web, ui, map, i18n and the other parts are used by features and by app.',
    { path: '^apps/web/src/[^/]+/', pathNot: '^apps/web/src/(features|app|testing)/' },
    { path: '^apps/web/src/(features|app)/' },
  ),
  wall(
    'features-know-no-shell',
    'Features meet in app and never use it.',
    { path: '^apps/web/src/features/' },
    { path: '^apps/web/src/app/' },
  ),
  wall(
    'features-keep-their-inside',
    'Of another feature only its index.ts can be imported.',
    { path: '^apps/([^/]+)/src/features/([^/]+)/' },
    { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/($2/|[^/]+/index\\.tsx?$)' },
  ),
  wall(
    'ol-stays-behind-the-map',
    "ol is imported by the map, by the style translation and by the server's images only.",
    {
      path: '^(apps|packages)/',
      pathNot:
        '^(apps/web/src/map|packages/cartography/(src/ol|examples)|apps/server/src/(map-images|features/base-map))/',
    },
    { path: '^node_modules/ol(-ext)?/' },
  ),
  wall(
    'only-tests-use-the-testkit',
    'What is made for tests never reaches the product.',
    { path: '^(apps|packages)/', pathNot: ['^packages/testkit/', testFiles] },
    { path: '^(packages/testkit|apps/web/src/testing)/' },
  ),
  wall(
    'browser-code-stays-in-the-browser',
    'Web and the shared packages run in a browser: nothing of Node, and no src/node/ of a package.',
    {
      path: '^(packages/(contract|geo|cartography)|apps/web)/src/',
      pathNot: [testFiles, '^packages/[^/]+/src/node/'],
    },
    { path: ['^packages/[^/]+/src/node/', `^(node:)?(${builtinModules.join('|')})$`] },
  ),
  wall('no-cycles', 'Two files that need each other are one subject.', {}, { circular: true }),
  wall(
    'nothing-unseen',
    'An import that leads nowhere hides from the other walls.',
    {},
    // `?url` is Vite's: the address of a file, not a module.
    { couldNotResolve: true, pathNot: '\\?url$' },
  ),
];
