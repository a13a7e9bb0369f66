/** `npm start`: builds the web app when its sources have changed, then runs the server. */
import { ensureWebBuild } from './building/ensureWebBuild.ts';
import { runForeground } from './runForeground.ts';

/**
 * glibc otherwise gives the threads of the server up to eight arenas per core, which hold on to freed memory, and takes ever
 * larger images from them: those of 512 kB and more get memory of their own, which goes back to the system at once.
 */
const env = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '524288',
};

/** MB. V8 otherwise lets the young objects of each thread take three times 32 MB, and keeps that. */
const maxSemiSpace = '--max-semi-space-size=8';

if (await ensureWebBuild()) {
  const args = [maxSemiSpace, 'apps/server/src/main.ts', ...process.argv.slice(2)];
  process.exitCode = await runForeground([{ command: process.execPath, args, env }]);
} else {
  console.error('The web app could not be built, so the server was not started.');
  process.exitCode = 1;
}
