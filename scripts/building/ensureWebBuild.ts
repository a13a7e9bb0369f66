import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rootDir, runCommand } from '../runCommand.ts';
import { hashSources } from './hashSources.ts';

const builtPage = join(rootDir, 'apps/web/dist/index.html');
const hashFile = join(rootDir, '.cache/web-sources.sha256');
const sources = [
  'apps/web/{src,public,build}/**/*',
  'apps/web/*.{html,ts,json}',
  'packages/{contract,geo,cartography,conditions}/src/**/*',
  'packages/{contract,geo,cartography,conditions}/package.json',
  'package-lock.json',
];

/**
 * Builds the web app when it has never been built or its sources have changed. Returns false when the build failed.
 */
export async function ensureWebBuild(): Promise<boolean> {
  const hash = await hashSources(rootDir, sources);
  const builtHash = await readFile(hashFile, 'utf8').catch(() => '');
  if (existsSync(builtPage) && builtHash === hash) return true;
  console.log('Building the web app …');
  const { code } = await runCommand('vite', ['build', 'apps/web', '--logLevel', 'warn'], { output: 'show' });
  if (code !== 0) return false;
  await mkdir(dirname(hashFile), { recursive: true });
  await writeFile(hashFile, hash);
  return true;
}

/** Lets the next start build the web app again: what is built is not made of today's sources. */
export const forgetWebBuild = (): Promise<void> => rm(hashFile, { force: true });
