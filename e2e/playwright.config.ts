import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../scripts/testing/chromiumFlags.ts';
import { findChromium } from '../scripts/testing/findChromium.ts';
import { noticeRead } from './support/noticeRead.ts';
import { ownServer, removeDefaultData, resultsFolder, servers } from './support/servers.ts';

const isCi = process.env.CI !== undefined;

// Workers evaluate this file too, while their servers run.
if (process.env.TEST_PARALLEL_INDEX === undefined) removeDefaultData();

/** Tests that measure time, count frames or hold the pointer still; they run when nothing else does. */
const timedTests = ['**/hover.spec.ts', '**/smoothMap.spec.ts'];

/** Drops variables that are not set. */
const listEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: `${resultsFolder}/e2e`,
  globalSetup: './support/prepare.ts',
  // One worker per server; all tests of a file run in one worker.
  workers: servers.length,
  projects: [
    { name: 'browser', testIgnore: timedTests },
    // With one worker nothing runs at the same time, and a filtered run must not run the other project first.
    {
      name: 'timed',
      testMatch: timedTests,
      workers: 1,
      dependencies: servers.length > 1 ? ['browser'] : [],
    },
  ],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: isCi,
  // A browser on a shared machine may fail once; retried tests are reported as flaky.
  retries: isCi ? 1 : 0,
  use: {
    baseURL: ownServer.url,
    storageState: { cookies: [noticeRead(ownServer.url)], origins: [] },
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Riga',
    colorScheme: 'light',
    // Animations are off, so that no test has to wait for one.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      args: [...chromiumFlags],
      // File names outside ASCII need a locale that can write them; C.UTF-8 is on every Debian.
      env: { ...listEnv(), LC_ALL: 'C.UTF-8' },
    },
    // Recording every test costs a fifth of the time, so a CI machine records the second try only.
    trace: isCi ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
