import { builtinModules } from 'node:module';
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

type Wall = IRegularForbiddenRuleType;

function wall(name: string, comment: string, from: Wall['from'], to: Wall['to']): Wall {
  return { name, comment, severity: 'error', from, to };
}

const testFiles = '\\.test\\.tsx?$|/test/|^apps/web/src/testing/';

/**
 * The permitted imports between features of the server: pairs that share one transaction or one text. Code that two
 * features need otherwise lies in a folder below them.
 */
const allowedServerFeatureImports: readonly {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}[] = [
  {
    from: 'base-layers',
    to: 'base-map',
    reason: 'base layers of the server’s own maps name the version and the sources of these maps',
  },
  {
    from: 'bulk-edit',
    to: 'comments',
    reason: 'a bulk edit adds and removes comments in its own transaction',
  },
  {
    from: 'cases',
    to: 'comments',
    reason: 'the undo of a merge sets the newest comments of cases in its own transaction',
  },
  {
    from: 'groups',
    to: 'companies',
    reason: 'a new company and a new unit are written by the same function',
  },
  { from: 'mails', to: 'users', reason: 'the mail queue asks the users for the texts of their invitations' },
  { from: 'mails', to: 'cases', reason: 'the mail queue asks the cases for the texts of assignments' },
  { from: 'mails', to: 'report-schedules', reason: 'the mail queue asks for reports that are sent by mail' },
  { from: 'report-schedules', to: 'reports', reason: 'a mail holds the same table as the file of a report' },
  { from: 'report-schedules', to: 'cases', reason: 'a mail holds the same table as the file of casework' },
  { from: 'mails', to: 'notices', reason: 'the mail queue asks for the texts of notices' },
  {
    from: 'reply-templates',
    to: 'comments',
    reason: 'the status that a template sets is one that a comment may have',
  },
  {
    from: 'report-pages',
    to: 'comments',
    reason: 'a reporter who reopens a report adds comments in the same transaction',
  },
  {
    from: 'report-pages',
    to: 'files',
    reason: 'the page of a report shows its images as the public gets them',
  },
  {
    from: 'users',
    to: 'groups',
    reason: 'the rights of a user come from the groups and the units they apply to',
  },
  {
    from: 'users',
    to: 'privacy',
    reason: 'anonymising a user erases files and mails as the privacy rules do',
  },
  {
    from: 'changes',
    to: 'privacy',
    reason: 'what is deleted for good takes the addresses of its reporters along',
  },
];

/** The folders of the server that features build on; `app.ts`, `main.ts`, `cli` and `demo` lie above the features. */
const serverFloors =
  '^apps/server/src/(access|audit|backup|cases|changes|db|errors|gazetteer|http|importing|jobs|layers|mail|notices|objects|query|rendering|runtime|storage|validation)/';

/**
 * Permitted directions of imports (docs/architecture.md). Every wall has a planted breach in importWalls.test.ts.
 */
export const importWalls: readonly Wall[] = [
  wall(
    'packages-know-no-app',
    'A package is used by apps and never uses one; the testkit alone builds on the server it tests.',
    { path: '^packages/', pathNot: '^packages/testkit/' },
    { path: '^apps/' },
  ),
  wall(
    'conditions-know-no-package',
    'The contract and cartography build on the conditions, and on nothing of each other.',
    { path: '^packages/conditions/' },
    { path: '^packages/(?!conditions/)' },
  ),
  wall(
    'contract-and-cartography-are-apart',
    'What both need is a package of its own: the conditions.',
    { path: '^packages/(contract|cartography)/', pathNot: testFiles },
    { path: '^packages/(contract|cartography)/', pathNot: '^packages/$1/' },
  ),
  wall(
    'apps-know-no-other-app',
    'Server and web meet only in the packages.',
    { path: '^apps/([^/]+)/' },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  wall(
    'web-parts-know-no-feature',
    'In web, ui, store, map, i18n and the other parts are used by features and by app.',
    { path: '^apps/web/src/[^/]+/', pathNot: '^apps/web/src/(features|app|testing)/' },
    { path: '^apps/web/src/(features|app)/' },
  ),
  wall(
    'web-floors-know-no-changes',
    'What changes objects and layers builds on the map, the store and the parts of the screen, never the other way.',
    { path: '^apps/web/src/(api|i18n|map|preferences|settings|storage|store|ui)/', pathNot: testFiles },
    { path: '^apps/web/src/(objects|layers)/' },
  ),
  wall(
    'layers-know-no-object',
    'A change of an object may switch its layer on; a layer is changed without knowing its objects.',
    { path: '^apps/web/src/layers/', pathNot: testFiles },
    { path: '^apps/web/src/objects/' },
  ),
  wall(
    'features-know-no-shell',
    'Features meet in app and never use it.',
    { path: '^apps/web/src/features/' },
    { path: '^apps/web/src/app/' },
  ),
  wall(
    'server-floors-know-no-feature',
    'The server’s layers, queries, rights and engines are used by features and never use one.',
    { path: serverFloors },
    { path: '^apps/server/src/(features|cli|demo)/' },
  ),
  wall(
    'layers-know-no-query',
    'Layers say which objects somebody sees in them; queries and objects build on that.',
    { path: '^apps/server/src/layers/' },
    { path: '^apps/server/src/(query|objects)/' },
  ),
  wall(
    'queries-know-no-object',
    'A query is a condition; reading and writing objects builds on it.',
    { path: '^apps/server/src/query/' },
    { path: '^apps/server/src/objects/' },
  ),
  wall(
    'visibility-is-asked-by-queries',
    'Features ask which objects somebody sees by a query (toCondition) or for one object (getVisibleObject).',
    { path: '^apps/server/src/', pathNot: ['^apps/server/src/(layers|query|objects)/', testFiles] },
    { path: '^apps/server/src/layers/visibleObjects\\.ts$' },
  ),
  ...featureWalls(),
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
        '^(apps/web/src/map|packages/cartography/(src/ol|examples)|apps/server/src/(rendering|features/base-map))/',
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
    'testkit-uses-the-servers-door',
    'The testkit builds on apps/server/src/index.ts, so that the inside of the server can move.',
    { path: '^packages/testkit/' },
    { path: '^apps/server/', pathNot: '^apps/server/src/index\\.ts$' },
  ),
  wall(
    'browser-code-stays-in-the-browser',
    'Web and the shared packages run in a browser: nothing of Node, and no src/node/ of a package.',
    {
      path: '^(packages/(conditions|contract|geo|cartography)|apps/web)/src/',
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

/** One wall per importing feature of the list and one for all others, because a rule cannot name pairs. */
function featureWalls(): Wall[] {
  const comment = 'A feature of the server imports another one only for a reason listed in importWalls.ts.';
  const importers = [...new Set(allowedServerFeatureImports.map(({ from }) => from))];
  const walls = importers.map((from) => {
    const targets = allowedServerFeatureImports.filter((pair) => pair.from === from).map(({ to }) => to);
    return wall(
      'server-features-are-leaves',
      comment,
      { path: `^apps/server/src/features/${from}/` },
      {
        path: '^apps/server/src/features/',
        pathNot: `^apps/server/src/features/(${[from, ...targets].join('|')})/`,
      },
    );
  });
  const others = wall(
    'server-features-are-leaves',
    comment,
    {
      path: '^apps/server/src/features/([^/]+)/',
      pathNot: `^apps/server/src/features/(${importers.join('|')})/`,
    },
    { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/$1/' },
  );
  return [...walls, others];
}
