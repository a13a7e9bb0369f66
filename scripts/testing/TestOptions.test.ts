import { expect, test } from 'vitest';
import { isSelection, parseTestOptions } from './TestOptions.ts';

test('without options everything runs, on the databases the machine has', () => {
  expect(parseTestOptions([])).toEqual({
    runs: { unit: true, e2e: true },
    engines: undefined,
    files: [],
    name: undefined,
  });
});

test.each([
  [['--no-browser'], { unit: true, e2e: false }],
  [['--only', 'unit'], { unit: true, e2e: false }],
  [['--only', 'e2e'], { unit: false, e2e: true }],
])('%j runs %j', (args, runs) => {
  expect(parseTestOptions(args).runs).toEqual(runs);
});

test('words are parts of paths, --name is part of a test name', () => {
  const options = parseTestOptions(['geoms', '--name', 'DRAW-04', 'users']);
  expect(options.files).toEqual(['geoms', 'users']);
  expect(options.name).toBe('DRAW-04');
});

test('a run of some files or names is a selection, one without a browser is not', () => {
  const areSelections = [['geoms'], ['--name', 'x'], ['--no-browser'], []].map((args) =>
    isSelection(parseTestOptions(args)),
  );
  expect(areSelections).toEqual([true, true, false, false]);
});

test('--engine both names both databases', () => {
  expect(parseTestOptions(['--engine', 'both']).engines).toEqual(['embedded', 'postgres']);
});

test.each([[['--engine', 'oracle']], [['--only', 'fun']], [['--only', 'e2e', '--no-browser']], [['--fast']]])(
  '%j is refused with a sentence',
  (args) => {
    expect(() => parseTestOptions(args)).toThrow(/\w+ \w+/);
  },
);
