import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const core = inRoot('node_modules/@mantine/core');
const dates = inRoot('node_modules/@mantine/dates');
const queryBuilder = inRoot('node_modules/@react-querybuilder/mantine/dist/react-querybuilder_mantine.mjs');

const read = (path: string) => readFileSync(path, 'utf8');
const listNames = (text: string) => text.split(',').map((name) => name.trim().replace(/^.* as /, ''));

/** Files of the exports of a Mantine package. */
function readExports(folder: string): ReadonlyMap<string, string> {
  const imports = read(join(folder, 'esm/index.mjs')).matchAll(/import \{([^}]*)\} from "([^"]+)"/g);
  return new Map(
    [...imports].flatMap(([, names = '', path = '']) =>
      listNames(names).map((name) => [name, resolve(folder, 'esm', path)] as const),
    ),
  );
}

const packages: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  '@mantine/core': readExports(core),
  '@mantine/dates': readExports(dates),
};

/** Adds the Mantine components that a file draws, by itself or by others, to `found`. */
function collectStyled(file: string, found: Set<string>, seen = new Set<string>()): void {
  if (seen.has(file) || !existsSync(file)) return;
  seen.add(file);
  if (file.endsWith('.module.mjs')) found.add(basename(file, '.module.mjs'));
  for (const [, clause = '', from = ''] of read(file).matchAll(/^import ([^;]*?) from ["']([^"']+)["']/gm)) {
    if (clause.startsWith('type ')) continue;
    const exports = packages[from];
    if (exports)
      for (const name of listNames(clause.replace(/[{}]/g, '')))
        collectStyled(exports.get(name) ?? '', found, seen);
    else if (from === '@react-querybuilder/mantine') collectStyled(queryBuilder, found, seen);
    else if (file.endsWith('.mjs') && from.startsWith('.'))
      collectStyled(resolve(dirname(file), from), found, seen);
  }
}

const imported = [
  ...read(inRoot('apps/web/src/ui/theme/mantineStyles.ts')).matchAll(/styles\/(.+)\.layer\.css/g),
].map(([, name = '']) => name);

test('every Mantine component in use has its styles', () => {
  const sources = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: inRoot('') });
  const needed = new Set<string>();
  for (const file of sources) if (!/\.test\./.test(file)) collectStyled(inRoot(file), needed);
  const styled = [...needed].filter((name) => existsSync(join(core, `styles/${name}.layer.css`)));
  expect(styled.length).toBeGreaterThan(30);
  expect(styled.filter((name) => !imported.includes(name))).toEqual([]);
});

test('the styles keep the order of Mantine, in which later rules win', () => {
  const all = read(join(core, 'styles.layer.css'));
  const positions = imported.map((name) => {
    const [rule = ''] = /\.m_[0-9a-f]+/.exec(read(join(core, `styles/${name}.layer.css`))) ?? [];
    return all.indexOf(rule);
  });
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});
