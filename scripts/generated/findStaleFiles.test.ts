import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findStaleFiles } from './findStaleFiles.ts';

test('finds what is out of date, missing, or made by nobody', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pgis-generated-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(join(root, 'fresh.gen.ts'), 'new');
  await writeFile(join(root, 'old.gen.ts'), 'old');
  const make = async () => 'new';
  const files = ['fresh.gen.ts', 'old.gen.ts', 'missing.gen.ts'].map((path) => ({ path, make }));

  expect(await findStaleFiles(root, files, ['fresh.gen.ts', 'orphan.gen.ts'])).toEqual([
    'orphan.gen.ts is made by nobody',
    'old.gen.ts is out of date: run node scripts/generate.ts',
    'missing.gen.ts is missing: run node scripts/generate.ts',
  ]);
});
