import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Source files that run in production: no tests and no code that only tests use. */
let sources: readonly Source[] = [];
beforeAll(async () => {
  const found: Source[] = [];
  for await (const path of glob('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$|\/testing\/|^packages\/testkit\//.test(path)) continue;
    found.push({ path, text: await readFile(join(root, path), 'utf8') });
  }
  sources = found;
});

const findIn = (folder: string, pattern: RegExp): string[] =>
  sources.filter(({ path, text }) => path.startsWith(folder) && pattern.test(text)).map(({ path }) => path);

test('no source runs a text as code, or a command through a shell', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(findIn('', /\beval\(|\bnew Function\(|setTimeout\(['"`]/)).toEqual([]);
  // forceMinorGc gets V8's garbage collector through a context.
  expect(findIn('', /from 'node:vm'/)).toEqual(['apps/server/src/runtime/forceMinorGc.ts']);
  // Both fork a file of our own: the embedded engine, and the reader of files that strangers made.
  expect(findIn('', /^import (?!type).*from 'node:child_process'/m).toSorted()).toEqual([
    'apps/server/src/db/embedded/EngineProcess.ts',
    'apps/server/src/importing/worker/forkReader.ts',
  ]);
  expect(findIn('', /\bshell: |import \{[^}]*\b(exec|spawn)\w*[^}]*\} from 'node:child_process'/)).toEqual(
    [],
  );
  expect(findIn('apps/web', /dangerouslySetInnerHTML|\.innerHTML = |document\.write/)).toEqual([]);
});

test('hashes are of SHA-2, and nothing random of the server can be guessed', () => {
  const hashes = sources.flatMap(({ text }) => [...text.matchAll(/createH(?:ash|mac)\(\s*'([\w-]+)'/g)]);
  expect(hashes.length).toBeGreaterThan(5);
  expect(new Set(hashes.map(([, name]) => name))).toEqual(new Set(['sha256']));
  expect(findIn('apps/server', /Math\.random/)).toEqual([]);
});

test('the server fetches from the place service of its setting only, without redirects, and checks certificates', () => {
  expect(
    findIn(
      'apps/server',
      /(?<!cache\.)\bfetch\(|^import (?!type|\{ createServer, type ).*from 'node:https?'|from 'undici'/m,
    ),
  ).toEqual(['apps/server/src/features/places/photonPlaces.ts']);
  const [photon] = sources.filter(({ path }) => path.endsWith('photonPlaces.ts'));
  expect(photon?.text).toContain("redirect: 'error'");
  expect(findIn('', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([]);
});

test('the page listens to no messages of other windows', () => {
  expect(findIn('apps/web', /addEventListener\(\s*['"`]message['"`]|onmessage/)).toEqual([]);
});
