import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { countWorkers } from './scripts/testing/countWorkers.ts';
import { LongestFirst } from './scripts/testing/LongestFirst.ts';
import { findTestSeed } from './scripts/testing/testSeed.ts';

const seed = findTestSeed();

/** Tests that fork, kill or measure processes and databases of their own, and each need a process of their own. */
const isolatedTests = [
  'apps/server/src/backup/**/*.test.ts',
  'apps/server/src/db/embedded/{openEmbedded,engine/EngineServer}.test.ts',
  'apps/server/src/db/migrate.test.ts',
  'apps/server/test/main.test.ts',
  'apps/server/test/session/timing.test.ts',
  'scripts/{packaging,walls}/*.test.ts',
  'scripts/runForeground.test.ts',
];

/** Web tests that need modules as they are first loaded: without texts, dialogs, preferences, drawn sprites or pending requests. */
const firstLoadTests = [
  'apps/web/src/app/shell/sidebar/SidebarNav.test.tsx',
  'apps/web/src/features/session/mirrorPreferences.test.ts',
  'apps/web/src/i18n/i18n.test.ts',
  'apps/web/src/i18n/useTexts.test.tsx',
  'apps/web/src/map/layers/objects/ObjectLayers.test.ts',
  'apps/web/src/ui/BusySpinner.test.tsx',
  'apps/web/src/ui/dialogs/dialogs.test.tsx',
];

const webTests = globSync('apps/web/{*,src/**/*}.test.{ts,tsx}', { cwd: import.meta.dirname }).map((path) => {
  const text = readFileSync(`${import.meta.dirname}/${path}`, 'utf8');
  // A replaced module would stay replaced, and the whole app would go on, for the files that follow in the worker.
  const isIsolated =
    firstLoadTests.includes(path) || /\b(vi\.(mock|doMock|resetModules)|startApp)\(/.test(text);
  const hasPage = path.endsWith('.tsx') || text.startsWith('// @vitest-environment jsdom');
  return { path, isIsolated, hasPage };
});
const listWebTests = (belongs: (test: (typeof webTests)[number]) => boolean): string[] =>
  webTests.filter(belongs).map(({ path }) => path);

// As @pgis/testkit reads them: a suite that has a file for each database leaves out the one that the run has not.
const engines =
  process.env.TEST_ENGINES ?? (process.env.TEST_DATABASE_URL === undefined ? 'embedded' : 'both');
const otherEngines = ['embedded', 'postgres'].filter(
  (engine) => engines !== 'both' && !engines.includes(engine),
);

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: countWorkers(),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { requireAssertions: true },
    env: { TEST_SEED: String(seed) },
    // Tests run in a random order within their file; the longest files run first.
    sequence: { seed, shuffle: { files: false, tests: true }, sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          environment: 'node',
          setupFiles: ['scripts/testing/seedRandomInput.ts'],
          include: isolatedTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // Files that run in one worker share the modules of the server and its embedded database.
          isolate: false,
          setupFiles: ['scripts/testing/seedRandomInput.ts'],
          include: ['{packages/testkit,apps/server,bench}/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            ...isolatedTests,
            ...otherEngines.map((engine) => `**/*.${engine}.test.ts`),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'packages and scripts',
          environment: 'node',
          isolate: false,
          setupFiles: ['scripts/testing/seedRandomInput.ts'],
          include: ['{packages,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'packages/testkit/**', ...isolatedTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated web',
          environment: 'jsdom',
          setupFiles: [
            'scripts/testing/seedRandomInput.ts',
            'apps/web/src/testing/withoutOwnerStacks.ts',
            'apps/web/src/testing/patience.ts',
          ],
          include: listWebTests(({ isIsolated }) => isIsolated),
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          // Files that run in one worker share the page and the modules; loading both takes longer than most files.
          isolate: false,
          setupFiles: [
            'scripts/testing/seedRandomInput.ts',
            'apps/web/src/testing/withoutOwnerStacks.ts',
            'apps/web/src/testing/patience.ts',
            'apps/web/src/testing/freshPage.ts',
          ],
          include: listWebTests(({ isIsolated, hasPage }) => !isIsolated && hasPage),
        },
      },
      {
        extends: true,
        test: {
          name: 'web without a page',
          // Those that need one say so in their first line: @vitest-environment jsdom.
          environment: 'node',
          isolate: false,
          setupFiles: ['scripts/testing/seedRandomInput.ts'],
          include: listWebTests(({ isIsolated, hasPage }) => !isIsolated && !hasPage),
        },
      },
    ],
  },
});
