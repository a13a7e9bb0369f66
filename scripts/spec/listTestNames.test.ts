import { expect, test } from 'vitest';
import { listTestNames } from './listTestNames.ts';

const source = `
  test('one', () => {});
  it.concurrent("two", async () => {});
  test.each([['x', 1]])('three %s', () => {});
  test.each\`a | b\`('four $a', () => {});
  test.for(rows)(\`five \${row}\`, () => {});
  describe('six', () => { test('seven', () => {}); });
  describeOnEachDatabase('eight', ({ db }) => { for (const a of b) test('nine', () => {}); });
  test.describe('ten', () => {});
  test.skipIf(!here)('eleven', () => {});
`;

test('finds the names of tests and describes in every form', () => {
  expect(listTestNames(source, { tsx: false })).toEqual([
    'one',
    'two',
    'three %s',
    'four $a',
    'five …',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
  ]);
});

test('leaves out what does not run, with all that is inside', () => {
  const skipped = `
    test.skip('a', () => {});
    test.todo('b');
    test.fixme('c', () => {});
    describe.skip('d', () => { test('e', () => {}); });
  `;
  expect(listTestNames(skipped, { tsx: false })).toEqual([]);
});

test('leaves out names in comments, texts and other calls', () => {
  const others = `// test('a', () => {})
    const text = "test('b', () => {})"; step('c', () => {}); expect('d').toBe('d');`;
  expect(listTestNames(others, { tsx: false })).toEqual([]);
});

test('reads JSX', () => {
  expect(listTestNames(`test('shows', () => { render(<p title="x">{y}</p>); });`, { tsx: true })).toEqual([
    'shows',
  ]);
});
