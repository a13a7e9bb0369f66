import { expect, test } from 'vitest';
import { buildLegend } from '../legend/legend.ts';
import { parseGeomStyle } from '../style/parseGeomStyle.ts';
import { renameFieldsInStyle } from '../style/renameFieldsInStyle.ts';
import { compileRuleFinder, listRuleTokens, RULE_TOKEN } from './ruleTokens.ts';

const rules = (...names: string[]) => ({ labelRules: names.map((rule) => ({ rule })) });

test('RULE-16: a rule keeps its token whatever stands around it, and no other rule has it', () => {
  const [oak, birch, other] = listRuleTokens(rules('data.kind=oak', 'data.kind=birch'));
  expect(new Set([oak, birch, other]).size).toBe(3);
  expect(listRuleTokens(rules('data.kind=elm', 'data.kind=birch', 'data.kind=oak')).slice(1)).toEqual([
    birch,
    oak,
    other,
  ]);
  expect(listRuleTokens({ ...rules('data.kind=oak'), lineWidth: 9 })[0]).toBe(oak);
});

test('RULE-16 D-CLS-08: a rule keeps its token when its field is renamed, and a new field of the old name gets its own', () => {
  const move = (text: string, ...renamed: readonly (readonly [string, string])[]) =>
    renameFieldsInStyle(text, { renamed: new Map(renamed), removed: new Set() });
  const tokensOf = (text: string) => listRuleTokens(parseGeomStyle(text).style);
  const first = JSON.stringify(rules('data.kind=oak', 'data.kind', 'data.owner=oak'));
  const known = tokensOf(first);
  const once = move(first, ['kind', 'species']);
  expect(JSON.parse(once).labelRules[0]).toEqual({ rule: 'data.species=oak', ruleKey: 'data.kind=oak' });
  expect(tokensOf(once)).toEqual(known);
  expect(tokensOf(move(once, ['species', 'tree'], ['owner', 'species']))).toEqual(known);
  expect(tokensOf(move(first, ['kind', 'owner'], ['owner', 'kind']))).toEqual(known);
  expect(move(once, ['species', 'kind'])).toBe(first);

  const { labelRules } = JSON.parse(once);
  const joined = JSON.stringify({ labelRules: [...labelRules, { rule: 'data.kind=oak' }] });
  const tokens = tokensOf(joined);
  expect(tokens.slice(0, 3)).toEqual(known.slice(0, 3));
  expect(new Set(tokens).size).toBe(5);
  // Both fields have had the name in turn.
  expect(tokensOf(move(joined, ['kind', 'wood']))).toEqual(tokens);
});

test('200 rules have 200 tokens, short enough for an address', () => {
  const tokens = listRuleTokens(rules(...Array.from({ length: 199 }, (_, i) => `data.kind=${i}`)));
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) expect(token).toMatch(new RegExp(`^${RULE_TOKEN}$`));
});

test('an object has the token of the rule that draws it', () => {
  const style = rules('data.kind=oak', 'data.kind');
  const find = compileRuleFinder(style);
  const [oak, none, other] = listRuleTokens(style);
  expect([{ kind: ' OAK' }, { kind: '' }, {}, { kind: 'elm' }].map(find)).toEqual([oak, none, none, other]);
});

test('D-CLS-14: all steps of a gradient have the token of its legend entry', () => {
  const style = { theme: 'growth' as const };
  const find = compileRuleFinder(style);
  const labels = { ofRule: () => undefined, of: String, ofValue: (_: string, value: string) => value };
  const options = { labels, noName: '', themeText: (text: string) => text } as const;
  const entries = buildLegend(style, options).flatMap(({ items }) => items);
  const gradient = entries.find(({ gradientTo }) => gradientTo !== undefined);
  const token = listRuleTokens(style)[gradient?.ruleIndex ?? -1];
  expect(find({ aat: 13 })).toBe(token);
  expect(find({ aat: 20 })).toBe(token);
  expect(find({ aat: 1 })).not.toBe(token);
  // Every token belongs to a line of the legend, so every rule can be switched off.
  const legendTokens = new Set(entries.map(({ ruleIndex }) => listRuleTokens(style)[ruleIndex]));
  expect(new Set(listRuleTokens(style))).toEqual(legendTokens);
});
