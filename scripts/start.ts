/** `npm start`: builds the web app when its sources have changed, then runs the server. */
import { ensureWebBuild } from './building/ensureWebBuild.ts';
import { runForeground } from './runForeground.ts';

if (await ensureWebBuild()) {
  const args = ['apps/server/src/main.ts', ...process.argv.slice(2)];
  process.exitCode = await runForeground([{ command: process.execPath, args }]);
} else {
  console.error('The web app could not be built, so the server was not started.');
  process.exitCode = 1;
}
