import { listRules, parseGeomStyle, resolveStyle } from '@pgis/cartography';
import { describe, expect, test } from 'vitest';
import {
  addRangeRules,
  addRule,
  deleteRules,
  isFull,
  listRuleFields,
  moveRule,
  pasteStyle,
  replaceRules,
  selectRule,
  selectRules,
  setProperty,
  setTheme,
  setWhole,
  toggleRule,
  withoutRulesOn,
  withRules,
} from './changeStyle.ts';
import {
  editedValues,
  mixedProperties,
  openStyle,
  type StyleDraft,
  selectionOf,
  toStyle,
  toStyleText,
} from './StyleDraft.ts';

const noMoves = { renamed: new Map<string, string>(), removed: new Set<string>() };
const text = (style: object) => JSON.stringify(style);
const twoRules = openStyle(
  text({
    lineWidth: 3,
    fillColor: 'rgba(1,1,1,1)',
    labelRules: [
      { rule: 'data.kind=oak', lineColor: 'rgba(2,2,2,1)' },
      { rule: 'data.kind', fillColor: 'rgba(3,3,3,1)' },
    ],
  }),
);

describe('what is saved', () => {
  test.each([
    '',
    '{}',
    ' { "lineWidth" : "2" , "fillColor":"" } ',
    '{"labelRules":"","own":{"x":[1]},"minResolution":5}',
    'no JSON at all',
  ])('D-CLS-18: %j comes back byte for byte when nothing was changed', (stored) => {
    const unchanged = selectRule(selectRule(openStyle(stored), 0), 'default');
    expect(toStyleText(unchanged, noMoves)).toBe(stored);
    const same = setProperty(unchanged, 'lineWidth', unchanged.fallback.lineWidth as number);
    expect(toStyleText(same, noMoves)).toBe(stored);
  });

  test('RULE-01 RULE-09: a change is the selected rule’s; on top stands what Default has', () => {
    const changed = setProperty(selectRule(twoRules, 1), 'lineWidth', 7);
    expect(toStyle(changed)).toMatchObject({
      rule: 'Default',
      lineWidth: 3,
      labelRules: [
        { rule: 'data.kind=oak', lineWidth: 3, lineColor: 'rgba(2,2,2,1)' },
        { rule: 'data.kind', lineWidth: 7, fillColor: 'rgba(3,3,3,1)' },
        { rule: 'Default', lineWidth: 3, fillColor: 'rgba(1,1,1,1)' },
      ],
    });
  });

  test('STYLE-12 D-STYLE-01: colours are saved as rgba, also defaults that a rule takes over', () => {
    const rule = { rule: 'data.kind=oak', pointBgColor: 'yellow' };
    const draft = setProperty(
      openStyle(text({ labelRules: [rule], lineColor: 'green' })),
      'fillColor',
      '#00f',
    );
    expect(toStyle(draft)).toMatchObject({
      fillColor: 'rgba(0,0,255,1)',
      lineColor: 'rgba(0,128,0,1)',
      labelRules: [
        { pointBgColor: 'rgba(255,255,0,1)', fillColor: 'rgba(255,0,0,1)', lineColor: 'rgba(0,128,0,1)' },
        { rule: 'Default', fillColor: 'rgba(0,0,255,1)', lineColor: 'rgba(0,128,0,1)' },
      ],
    });
  });

  test('a change of Default leaves the style of all other rules alone', () => {
    const before = listRules(parseGeomStyle(twoRules.storedText).style);
    const changed = setProperty(setProperty(twoRules, 'lineWidth', 9), 'fillPattern', 'brick');
    const after = listRules(parseGeomStyle(toStyleText(changed, noMoves)).style);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after.at(-1)).toMatchObject({ lineWidth: 9, fillPattern: 'brick', fillColor: 'rgba(1,1,1,1)' });
  });

  test('STYLE-18 D-STYLE-01: what belongs to the whole style, and what this version does not know, is kept on top', () => {
    const draft = openStyle(text({ minResolution: 7, theme: 'volume', unknown: 'x', labelRules: [] }));
    expect(toStyle(setProperty(draft, 'lineWidth', 2))).toEqual({
      minResolution: 7,
      theme: 'volume',
      unknown: 'x',
      lineWidth: 2,
      rule: 'Default',
      labelRules: [{ rule: 'Default', lineWidth: 2 }],
    });
  });

  test('a rule and Default have names of their own; what was not named stays without them', () => {
    const named = setProperty(selectRule(twoRules, 0), 'ruleNameLv', 'Ozols');
    const draft = setProperty(selectRule(named, 'default'), 'ruleNameEn', 'Other trees');
    const saved = toStyle(draft);
    expect(saved).toMatchObject({
      ruleNameEn: 'Other trees',
      labelRules: [{ ruleNameLv: 'Ozols' }, {}, { rule: 'Default', ruleNameEn: 'Other trees' }],
    });
    expect(saved.labelRules?.map((rule) => Object.keys(rule).filter((key) => /^ruleName/.test(key)))).toEqual(
      [['ruleNameLv'], [], ['ruleNameEn']],
    );
    const reopened = openStyle(toStyleText(draft, noMoves));
    expect(toStyle(reopened)).toEqual(saved);
    const cleared = toStyle(setProperty(reopened, 'ruleNameEn', ''));
    expect(listRules(cleared).map(({ ruleNameEn }) => ruleNameEn)).toEqual(['', '', '']);
  });

  test('D-CLS-08: rules and labels follow a field that has another name in the same save', () => {
    const draft = addRule(setProperty(twoRules, 'objLabel', '{data.kind}!'), '_new-1', 'x');
    const moves = {
      ...noMoves,
      renamed: new Map([['kind', 'species']]),
      named: new Map([['_new-1', 'height']]),
    };
    const { labelRules, objLabel } = JSON.parse(toStyleText(draft, moves));
    // Stored rules keep their tokens (RULE-16); a new rule has none.
    expect(labelRules.map(({ rule, ruleKey }: Record<string, string>) => [rule, ruleKey])).toEqual([
      ['data.species=oak', 'data.kind=oak'],
      ['data.species', 'data.kind'],
      ['data.height=x', undefined],
      ['Default', undefined],
    ]);
    expect(objLabel).toBe('{data.species}!');
  });
});

describe('several selected rules', () => {
  const three = openStyle(
    text({
      labelRules: [
        { rule: 'data.kind=oak', lineWidth: 3, fillColor: 'rgba(1,1,1,1)' },
        { rule: 'data.kind=ash', lineWidth: 3 },
        { rule: 'data.kind=elm', lineWidth: 5 },
      ],
    }),
  );
  const widthsOf = ({ fallback, rules }: StyleDraft) =>
    [fallback, ...rules].map(({ lineWidth = 1 }) => lineWidth);

  test('a change is made in all of them, and leaves everything else of each alone', () => {
    const draft = setProperty(selectRules(three, [2, 0, 'default']), 'lineWidth', 8);
    expect(widthsOf(draft)).toEqual([8, 8, 3, 8]);
    expect(draft.rules[0]?.fillColor).toBe('rgba(1,1,1,1)');
    expect(draft.rules[2]?.fillColor).toBeUndefined();
    expect(setProperty(draft, 'lineWidth', 8)).toBe(draft);
  });

  test('the editor shows the values of the first, and which of them differ', () => {
    const draft = selectRules(three, [1, 0, 2]);
    expect(editedValues(draft).lineWidth).toBe(3);
    expect([...mixedProperties(draft)].toSorted()).toEqual(['fillColor', 'lineWidth', 'rule']);
    expect([...mixedProperties(selectRules(three, [0, 1]))].toSorted()).toEqual(['fillColor', 'rule']);
    expect([...mixedProperties(selectRule(three, 2))]).toEqual([]);
  });

  test('a rule is added to the selection and taken out again; one always stays', () => {
    const two = toggleRule(selectRule(three, 0), 2);
    expect(selectionOf(two)).toEqual([2, 0]);
    expect(selectionOf(toggleRule(two, 2))).toEqual([0]);
    expect(selectionOf(toggleRule(selectRule(three, 0), 0))).toEqual([0]);
  });

  test('RULE-08: all of them are deleted, but not Default', () => {
    const draft = deleteRules(selectRules(three, ['default', 0, 2]));
    expect(draft.rules.map(({ rule }) => rule)).toEqual(['data.kind=ash']);
    expect(selectionOf(draft)).toEqual(['default']);
  });

  test('they are not moved, and what adds or replaces rules leaves one selected', () => {
    const draft = selectRules(three, [1, 2]);
    expect(moveRule(draft, 1)).toBe(draft);
    for (const next of [addRule(draft, 'kind', 'fir'), replaceRules(draft, []), setTheme(draft, 'volume')])
      expect(selectionOf(next)).toHaveLength(1);
  });

  test('they stay selected when the rules are put into another order', () => {
    const draft = withRules(selectRules(three, [2, 0]), three.rules.toReversed());
    expect(selectionOf(draft)).toEqual([0, 2]);
  });
});

describe('sizes by value', () => {
  test('belong to the whole style: they stand on top, and no rule has them', () => {
    const saved = toStyle(setWhole(selectRule(twoRules, 0), { sizeField: 'kind', sizeMax: 30 }));
    expect(saved).toMatchObject({ sizeField: 'kind', sizeMax: 30 });
    for (const rule of saved.labelRules ?? []) expect(rule).not.toHaveProperty('sizeField');
    expect(openStyle(JSON.stringify(saved)).fallback).toMatchObject({ sizeField: 'kind', sizeMax: 30 });
  });

  test('D-CLS-08: follow a field that has another name in the same save, and end with a deleted field', () => {
    const draft = setWhole(twoRules, { sizeField: '_new-1' });
    const moves = { ...noMoves, named: new Map([['_new-1', 'height']]) };
    expect(JSON.parse(toStyleText(draft, moves))).toMatchObject({ sizeField: 'height' });
    expect(withoutRulesOn(draft, '_new-1').fallback.sizeField).toBe('');
    expect(withoutRulesOn(draft, 'other')).toBe(draft);
  });
});

describe('rules', () => {
  test('RULE-03: selecting a rule brings its whole style into the editor', () => {
    expect(editedValues(twoRules)).toMatchObject({ lineWidth: 3, fillColor: 'rgba(1,1,1,1)' });
    expect(editedValues(selectRule(twoRules, 0))).toMatchObject({ lineWidth: 3, lineColor: 'rgba(2,2,2,1)' });
  });

  test('RULE-07 RULE-16: a rule that is overwritten stays known by what readers have switched off', () => {
    const renamed = openStyle(text({ labelRules: [{ rule: 'data.tree=oak', ruleKey: 'data.kind=oak' }] }));
    expect(addRule(renamed, 'tree', 'oak').rules).toEqual([
      { rule: 'data.tree=oak', ruleKey: 'data.kind=oak' },
    ]);
    const copied = addRule(selectRule(renamed, 0), 'tree', 'ash');
    expect(copied.rules[1]).toEqual({ rule: 'data.tree=ash' });
  });

  test('RULE-16: a rule for a range and one for a value never have the same name', () => {
    const one = { rule: 'data.age=7', ruleRange: '[7,7]' };
    const drawn = openStyle(text({ labelRules: [{ rule: 'data.kind=oak' }, { rule: 'data.age=7' }] }));
    const ranged = addRangeRules(drawn, 'age', [one]);
    expect(ranged.rules).toEqual([{ rule: 'data.kind=oak' }, one]);
    expect(addRule(ranged, 'age', '7').rules).toEqual([{ rule: 'data.kind=oak' }, one]);
  });

  test('RULE-07: a rule that is overwritten keeps its names, which a new one does not copy', () => {
    const named = setProperty(selectRule(twoRules, 0), 'ruleNameEn', 'Oak');
    expect(addRule(selectRule(named, 'default'), 'kind', 'oak').rules[0]).toMatchObject({
      fillColor: 'rgba(1,1,1,1)',
      ruleNameEn: 'Oak',
    });
    expect(addRule(named, 'kind', 'ash').rules.at(-1)).not.toHaveProperty('ruleNameEn');
  });

  test('RULE-05 RULE-06 RULE-07: a new rule copies the editor, is appended and selected', () => {
    const edited = setProperty(selectRule(twoRules, 0), 'pointForm', 'coma');
    const added = addRule(edited, 'kind', ' ash ');
    expect(added.rules.map(({ rule }) => rule)).toEqual(['data.kind=oak', 'data.kind', 'data.kind=ash']);
    expect(added.selected).toBe(2);
    expect(resolveStyle(added.rules[2] ?? {})).toEqual({
      ...editedValues(edited),
      rule: 'data.kind=ash',
    });
    expect(addRule(twoRules, 'size', '').rules.at(-1)?.rule).toBe('data.size');
  });

  test('RULE-07: one for the same value is overwritten in its place', () => {
    const again = addRule(setProperty(twoRules, 'lineWidth', 8), 'kind', 'oak');
    expect(again.rules.map(({ rule }) => rule)).toEqual(['data.kind=oak', 'data.kind']);
    expect(again.rules[0]).toMatchObject({ lineWidth: 8, fillColor: 'rgba(1,1,1,1)' });
  });

  test('RULE-02 RULE-08: deleting takes the selected rule, never Default, and selects Default', () => {
    expect(deleteRules(twoRules)).toBe(twoRules);
    const less = deleteRules(selectRule(twoRules, 0));
    expect(less.rules.map(({ rule }) => rule)).toEqual(['data.kind']);
    expect(less.selected).toBe('default');
  });

  test('D-CLS-10: the order in which rules are tried can be changed, and the selection goes along', () => {
    const later = moveRule(selectRule(twoRules, 0), 1);
    expect(later.rules.map(({ rule }) => rule)).toEqual(['data.kind', 'data.kind=oak']);
    expect(later.selected).toBe(1);
    expect(moveRule(later, 1)).toBe(later);
    expect(moveRule(selectRule(twoRules, 0), -1).rules).toBe(twoRules.rules);
    expect(moveRule(twoRules, 1)).toBe(twoRules);
  });

  test('RULE-12 RULE-13: generated rules take the place of all; Default stays and is selected', () => {
    const made = replaceRules(selectRule(twoRules, 1), [{ rule: 'data.size=1' }]);
    expect(made.selected).toBe('default');
    expect(toStyle(made).labelRules?.map(({ rule }) => rule)).toEqual(['data.size=1', 'Default']);
  });

  test('no more than 200, Default counted', () => {
    const rules = Array.from({ length: 199 }, (_, index) => ({ rule: `data.kind=${index}` }));
    expect(isFull(replaceRules(twoRules, rules.slice(1)))).toBe(false);
    expect(isFull(replaceRules(twoRules, rules))).toBe(true);
  });

  test('D-CLS-14: a theme is the style’s, whatever rule is selected', () => {
    const themed = setTheme(selectRule(twoRules, 1), 'bonity');
    expect(toStyle(themed).theme).toBe('bonity');
    expect(themed.selected).toBe('default');
    expect(themed.rules).toBe(twoRules.rules);
  });

  test('D-CLS-08: rules on a removed field go; without any the style stays untouched', () => {
    expect(withoutRulesOn(twoRules, 'size')).toBe(twoRules);
    expect(withoutRulesOn(twoRules, 'kind').rules).toEqual([]);
    expect(listRuleFields(twoRules)).toEqual(['kind']);
  });

  test('a pasted style is a change of this layer, read like a stored one', () => {
    const pasted = pasteStyle(openStyle(''), twoRules.storedText);
    expect(pasted).toMatchObject({ storedText: '', isChanged: true, selected: 'default' });
    expect(pasted.rules).toEqual(twoRules.rules);
  });
});
