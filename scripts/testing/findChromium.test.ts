import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium } from './findChromium.ts';

async function makeFolder(files: Readonly<Record<string, number>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pgis-browser-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, mode] of Object.entries(files)) await writeFile(join(folder, name), '', { mode });
  return folder;
}

test('takes the first of the usual names that can be run, wherever it is on the PATH', async () => {
  const first = await makeFolder({ 'google-chrome': 0o755, chromium: 0o644 });
  const second = await makeFolder({ 'chromium-browser': 0o755 });
  expect(findChromium({ PATH: ['', first, second].join(delimiter) })).toBe(join(second, 'chromium-browser'));
});

test('prefers the headless shell', async () => {
  const folder = await makeFolder({ chromium: 0o755, 'chromium-headless-shell': 0o755 });
  expect(findChromium({ PATH: folder })).toBe(join(folder, 'chromium-headless-shell'));
});

test('PLAYWRIGHT_CHROMIUM goes first', async () => {
  const folder = await makeFolder({ chromium: 0o755 });
  expect(findChromium({ PATH: folder, PLAYWRIGHT_CHROMIUM: '/opt/chrome' })).toBe('/opt/chrome');
});

test('finds nothing where there is nothing', async () => {
  expect(findChromium({ PATH: await makeFolder({}) })).toBeUndefined();
});
