import { rmSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../scripts/testing/chromiumFlags.ts';
import { findChromium } from '../scripts/testing/findChromium.ts';
import { noticeRead } from './support/noticeRead.ts';

const port = Number(process.env.E2E_PORT ?? 8099);
const serverUrl = process.env.E2E_URL ?? `http://127.0.0.1:${port}`;

// Runs beside each other differ in their port.
const results = `${import.meta.dirname}/../test-results/${port}`;
process.env.E2E_PREPARED ??= `${results}/prepared`;

// Without a folder of the run's own, each run starts with fresh data. Workers and the import find the name here.
if (process.env.E2E_DATA_DIR === undefined) {
  process.env.E2E_DATA_DIR = '.cache/e2e-data';
  rmSync(`${import.meta.dirname}/../.cache/e2e-data`, { recursive: true, force: true });
}

/** Without what is not set. */
const listEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: `${results}/e2e`,
  globalSetup: './support/prepare.ts',
  // The tests share one server on two cores.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  // A browser on a shared machine may stumble once; what stumbles is named in the report as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  use: {
    baseURL: serverUrl,
    storageState: { cookies: [noticeRead(serverUrl)], origins: [] },
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Riga',
    colorScheme: 'light',
    // The map moves at once, so that no test has to wait for an animation.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      args: [...chromiumFlags],
      // File names outside ASCII need a locale that can write them; C.UTF-8 is on every Debian.
      env: { ...listEnv(), LC_ALL: 'C.UTF-8' },
    },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  // The real program, started as a person would start it; E2E_URL names one that runs already.
  webServer:
    process.env.E2E_URL === undefined
      ? {
          command: 'node apps/server/src/main.ts',
          cwd: '..',
          url: `${serverUrl}/readyz`,
          timeout: 180_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          stdout: 'pipe',
          env: {
            PORT: String(port),
            HOST: '127.0.0.1',
            PUBLIC_URL: serverUrl,
            DATA_DIR: process.env.E2E_DATA_DIR,
            DEMO: 'true',
            // Empty means not set: the tests write to no database and send no mail that somebody set up for use.
            DATABASE_URL: '',
            SMTP_URL: '',
            ADMIN_EMAIL: '',
            ADMIN_PASSWORD: '',
            LOG_LEVEL: 'warn',
          },
        }
      : undefined,
});
