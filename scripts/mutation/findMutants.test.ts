import { expect, test } from 'vitest';
import { findMutants } from './findMutants.ts';
import { applyMutant } from './Mutant.ts';

const mutate = (source: string, file = 'a.ts') =>
  findMutants(file, source).map((mutant) => applyMutant(source, mutant));

test.each([
  ['if (a) b = 1;', ['if (true) b = 1;', 'if (false) b = 1;']],
  ['x = a ? 1 : 2;', ['x = true ? 1 : 2;', 'x = false ? 1 : 2;']],
  ['while (a) b = 1;', ['while (false) b = 1;']],
  ['x = a < 40;', ['x = a <= 40;', 'x = a >= 40;']],
  ['x = (a) >= b;', ['x = (a) > b;', 'x = (a) < b;']],
  ['x = a === b;', ['x = a !== b;']],
  ['x = a && b;', ['x = a || b;']],
  ['x = a ?? b;', ['x = a;']],
  ['x = a + b;', ['x = a - b;']],
  ["x = a + 'text' + b;", []],
  ['x = !a;', ['x = a;']],
  ['a++;', ['a--;']],
  ['x = true;', ['x = false;']],
  ['send(a);', ['void 0;']],
  ['await send(a);', ['void 0;']],
  ['x = a.some(b);', ['x = a.every(b);']],
  ['x = a.filter(b).sort();', ['x = a.filter(b);', 'x = a.sort();']],
  ["x = db.where('a', '=', b);", ["x = db.where('a', '!=', b);", 'x = db;']],
  ['function f() { return a.b; }', ['function f() { return undefined; }']],
  ['const f = () => a.b;', ['const f = () => undefined;']],
  ['const f = () => undefined;', []],
])('%s', (source, mutants) => {
  expect(mutate(source)).toEqual(mutants);
});

test('types and imports have no mutants', () => {
  const source = `import { a } from './a.ts';
    type Size = { readonly isWide: true };
    let size: Size | undefined;
    let other = size as { isWide: true };`;
  expect(mutate(source)).toEqual([]);
});

test('a component has the mutants of its conditions', () => {
  expect(mutate('const a = <p hidden={!b}>{c && <i />}</p>;', 'a.tsx')).toEqual([
    'const a = <p hidden={b}>{c && <i />}</p>;',
    'const a = <p hidden={!b}>{c || <i />}</p>;',
  ]);
});

test('the name of a class of a CSS module has no mutants', () => {
  expect(mutate("const a = <p className={classes.wide ?? ''} />;", 'a.tsx')).toEqual([]);
});

test('a range counts characters as the editor does', () => {
  expect(mutate("const a = 'ā😀'; x = b < c;")[0]).toBe("const a = 'ā😀'; x = b <= c;");
});

test.each([
  ['sql`a AND b IS NULL`', ['sql`a OR b IS NULL`', 'sql`a AND b IS NOT NULL`']],
  ['sql`a BETWEEN b AND c`', []],
  ['sql`a BETWEEN b AND c AND d`', ['sql`a BETWEEN b AND c OR d`']],
  ['sql`UPDATE t SET a = 1 WHERE b = 2`', ['sql`UPDATE t SET a = 1 WHERE b <> 2`']],
  ['sql`NOT EXISTS (SELECT FROM a)`', ['sql`EXISTS (SELECT FROM a)`']],
  ['sql`SELECT DISTINCT a`', ['sql`SELECT a`']],
  ['sql`a IS DISTINCT FROM b`', ['sql`a IS NOT DISTINCT FROM b`']],
  ['sql`ORDER BY a DESC`', ['sql`ORDER BY a ASC`']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  ['sql<number>`a >= ${b.c}`', ['sql<number>`a > ${b.c}`']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  ['sql`${b} AND ${`AND`}`', ['sql`${b} OR ${`AND`}`']],
  ['html`a AND b`', []],
])('%s', (template, mutants) => {
  expect(mutate(`x = ${template};`)).toEqual(mutants.map((mutant) => `x = ${mutant};`));
});
