import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashSources } from './hashSources.ts';

test('the hash changes with contents and names, and with nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pgis-hash-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'src/deep'), { recursive: true });
  await writeFile(join(root, 'src/deep/a.ts'), 'one');
  await writeFile(join(root, 'other.ts'), 'x');
  const hash = () => hashSources(root, ['src/**/*']);

  const first = await hash();
  await writeFile(join(root, 'other.ts'), 'y');
  expect(await hash()).toBe(first);

  await writeFile(join(root, 'src/deep/a.ts'), 'two');
  const changed = await hash();
  expect(changed).not.toBe(first);

  await rename(join(root, 'src/deep/a.ts'), join(root, 'src/deep/b.ts'));
  expect(await hash()).not.toBe(changed);
});
