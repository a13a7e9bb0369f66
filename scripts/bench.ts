/** `npm run bench [-- name …]`: runs the benchmarks of bench/ one after the other; each writes bench/results/{name}.json. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureWebBuild } from './building/ensureWebBuild.ts';
import { rootDir, runCommand } from './runCommand.ts';

async function listBenchmarks(): Promise<readonly string[]> {
  const entries = await readdir(join(rootDir, 'bench'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return folders.filter((name) => name !== 'results').sort();
}

const known = await listBenchmarks();
const names = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = names.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exitCode = 2;
} else if (!(await ensureWebBuild())) {
  process.exitCode = 1;
} else {
  for (const name of names) {
    console.log(`\n== ${name}`);
    const args = ['--expose-gc', `bench/${name}/index.ts`];
    const { code } = await runCommand(process.execPath, args, { output: 'show' });
    if (code !== 0) process.exitCode = 1;
  }
}
