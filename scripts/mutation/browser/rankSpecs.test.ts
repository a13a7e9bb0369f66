import { expect, test } from 'vitest';
import { rankSpecs } from './rankSpecs.ts';

const specs = [
  { path: 'e2e/printing.spec.ts', text: "test('PRINT-04: the logo', … name: 'Print map'" },
  { path: 'e2e/styleRules.spec.ts', text: "test('RULE-16: rules are switched off', … name: 'Legend'" },
  { path: 'e2e/legend.spec.ts', text: "test('the list of layers', … name: 'Legend of Parks'" },
];
const translations = new Map([
  ['PRINT.ACTION', 'Print map'],
  ['LEGEND.TITLE', 'Legend of {{name}}'],
]);
const rank = (...texts: string[]) =>
  rankSpecs(
    texts.map((text, index) => ({ path: 'apps/web/src/ui/a.tsx', text, weight: 2 ** -index })),
    specs,
    translations,
  );

test('specs that share an id or a text of the page come first, others not at all', () => {
  expect(rank('// RULE-16')).toEqual(['e2e/styleRules.spec.ts']);
  expect(rank("t('PRINT.ACTION')")).toEqual(['e2e/printing.spec.ts']);
  expect(rank("t('LEGEND.TITLE', { name })")).toEqual(['e2e/legend.spec.ts']);
  expect(rank('fn(x)')).toEqual([]);
});

test('what the source says counts more than what stands around it', () => {
  expect(rank('// RULE-16', 'PRINT-04')).toEqual(['e2e/styleRules.spec.ts', 'e2e/printing.spec.ts']);
  expect(rank('// PRINT-04', 'RULE-16')).toEqual(['e2e/printing.spec.ts', 'e2e/styleRules.spec.ts']);
});

test('words of folders and names count, in the singular', () => {
  const source = { path: 'apps/web/src/features/style-rule/a.tsx', text: '', weight: 1 };
  expect(rankSpecs([source], specs, translations)).toEqual(['e2e/styleRules.spec.ts']);
});
