import type { Program } from '../runForeground.ts';

/** Lists the programs of `npm run dev`: the server, and Vite, which forwards calls to it. */
export function listDevPrograms(env: Readonly<Record<string, string | undefined>>): Program[] {
  const port = env.PORT ?? '8080';
  return [
    {
      command: process.execPath,
      args: ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
      // ROUT-04: development starts at the landing page.
      env: { PORT: port, DEFAULT_ROUTE: env.DEFAULT_ROUTE ?? 'auth/landing-page' },
    },
    { command: 'vite', args: ['apps/web'], env: { PORT: port, API_URL: `http://127.0.0.1:${port}` } },
  ];
}
