import { defineConfig } from 'vitest/config';

// Two workers: a suite on the embedded database holds about 1 GB and one core.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{packages,apps/server,scripts,bench}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/patience.ts'],
          include: ['apps/web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
