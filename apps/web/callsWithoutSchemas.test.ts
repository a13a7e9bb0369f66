// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leaveOutSchemas } from './callsWithoutSchemas.ts';

const contract = `${import.meta.dirname}/../../packages/contract/src`;
const withoutSpace = (code: string) => code.replace(/\s/g, '');

test('of a call stays what the browser reads, and calls that make a constant are marked as pure', () => {
  const code = `
export function write(search) { search.set('map', toText()); return [1].map((one) => toText(one)); }
const remove = (search) => search.delete('map');
export const Name = Type.Object({ text: trimmedText(1, 2) });
export const rename = defineCall({
  name: 'rename',
  ...common,
  method: 'PUT',
  path: '/things/:id',
  policy: { audience: 'anyone' },
  body: closed({ name: Name }),
  reply: { status: 200, schema: Name, as: 'stream' },
  errors: ['NOT_FOUND'],
});
`;
  const left = leaveOutSchemas(code, 'things.ts');
  expect(withoutSpace(left)).toBe(
    withoutSpace(`
export function write(search) { search.set('map', toText()); return [1].map((one) => toText(one)); }
const remove = (search) => search.delete('map');
export const Name = /*@__PURE__*/ Type.Object({ text: /*@__PURE__*/ trimmedText(1, 2) });
export const rename = /*@__PURE__*/ defineCall({
  name: 'rename', ...common, method: 'PUT', path: '/things/:id', reply: { as: 'stream' },
});
`),
  );
  expect(left.split('\n').length).toBe(code.split('\n').length);
});

test('no module of the contract does anything when it is read, so that its calls are pure', () => {
  const modules = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  expect(modules.length).toBeGreaterThan(20);
  for (const path of modules)
    expect(readFileSync(`${contract}/${path}`, 'utf8'), path).not.toMatch(/^(\w[\w.]*\(|for|if|while)/m);
});
