import { type GeomStyle, RULE_NAME_PROPERTIES, SIZE_PROPERTIES, STYLE_PROPERTIES } from '@pgis/cartography';
import { expect, test } from 'vitest';
import { STYLE_TABS, styleTabNames, tabOf } from '../styleTabs.ts';
import { addRule, setProperty, setWhole } from './changeStyle.ts';
import { openStyle } from './StyleDraft.ts';
import {
  checkStyle,
  findNumberProblem,
  listStyleProblems,
  type NumberProblem,
  styleErrorKey,
} from './styleProblems.ts';

const textOf = (code: string, number: NumberProblem | undefined) => number?.kind ?? code;

test.each(['pointRadius', 'lineWidth', 'labelSize', 'pointSize'] as const)(
  'CLS-18 CLS-19: %s may not be negative, in any rule',
  (name) => {
    expect(findNumberProblem(name, -1)).toEqual({ kind: 'negative' });
    expect(findNumberProblem(name, 0)).toBeUndefined();
    const draft = setProperty(addRule(openStyle(''), 'kind', 'a'), name, -1);
    expect(checkStyle(draft, textOf)).toEqual({ [`style.labelRules.0.${name}`]: 'negative' });
    expect(checkStyle(setProperty(openStyle(''), name, 0), textOf)).toEqual({});
  },
);

test('a number above its maximum is not saved, and neither is one below a minimum other than 0', () => {
  expect(findNumberProblem('pointSize', 256)).toBeUndefined();
  expect(findNumberProblem('pointSize', 257)).toEqual({ kind: 'range', min: 0, max: 256 });
  expect(findNumberProblem('labelOffsetX', -101)).toEqual({ kind: 'range', min: -100, max: 100 });
  const draft = setProperty(addRule(openStyle(''), 'kind', 'a'), 'pointSize', 1e9);
  expect(checkStyle(draft, textOf)).toEqual({ 'style.labelRules.0.pointSize': 'range' });
});

test('labels that would be shown at no zoom level say which levels are left', () => {
  const draft = setProperty(
    setProperty(addRule(openStyle(''), 'kind', 'a'), 'labelMinZoom', 12),
    'labelMaxZoom',
    11,
  );
  const rangeOf = (code: string, number: NumberProblem | undefined) =>
    number?.kind === 'range' ? `${number.min} to ${number.max}` : code;
  expect(checkStyle(draft, rangeOf)).toEqual({ 'style.labelRules.0.labelMaxZoom': '12 to 28' });
});

test('sizes that end before they begin say where they begin, or which are left', () => {
  const problemsOf = (values: GeomStyle) =>
    checkStyle(setWhole(openStyle(''), values), (_, number) => JSON.stringify(number));
  expect(problemsOf({ sizeFrom: 10, sizeTo: 4 })).toEqual({ 'style.sizeTo': '{"kind":"below","min":10}' });
  expect(problemsOf({ sizeMin: 20, sizeMax: 10 })).toEqual({
    'style.sizeMax': '{"kind":"range","min":20,"max":256}',
  });
  expect(listStyleProblems({ 'style.sizeTo': 'wrong' }, openStyle(''))).toEqual([
    { rule: 'default', property: 'sizeTo', text: 'wrong' },
  ]);
});

test('what is no colour stands against saving; a style that nobody changed does not', () => {
  expect(checkStyle(setProperty(openStyle(''), 'fillColor', 'reddish'), textOf)).toEqual({
    'style.fillColor': 'WRONG_FORMAT',
    'style.labelRules.0.fillColor': 'WRONG_FORMAT',
  });
  expect(checkStyle(openStyle('{"fillColor":"reddish"}'), textOf)).toEqual({});
});

test('D-CLS-11: the server’s places are rules and properties; Default is the last of the rules, and the top', () => {
  const draft = addRule(openStyle(''), 'kind', 'a');
  const errors = Object.fromEntries(
    ['/labelRules/0/objLabel', '/labelRules/1/lineWidth', '/lineColor', '/labelRules', ''].map((pointer) => [
      styleErrorKey(pointer),
      pointer,
    ]),
  );
  expect(listStyleProblems({ ...errors, name: 'not here' }, draft)).toEqual([
    { rule: 0, property: 'objLabel', text: '/labelRules/0/objLabel' },
    { rule: 'default', property: 'lineWidth', text: '/labelRules/1/lineWidth' },
    { rule: 'default', property: 'lineColor', text: '/lineColor' },
    { rule: 'default', property: '', text: '/labelRules' },
    { rule: 'default', property: '', text: '' },
  ]);
});

test('STYLE-06 STYLE-07 STYLE-08 STYLE-09: every property has its control, but those that are kept and not edited', () => {
  const edited = new Set<string>([
    ...styleTabNames.flatMap((tab) => [...STYLE_TABS[tab]]),
    ...Object.values(RULE_NAME_PROPERTIES),
    ...Object.keys(SIZE_PROPERTIES),
  ]);
  const withoutTab = Object.keys(STYLE_PROPERTIES).filter((name) => !edited.has(name));
  expect(withoutTab).toEqual([
    ...[
      'labelFont',
      'rule',
      'ruleKey',
      'ruleRange',
      'ruleConditions',
      'minResolution',
      'maxResolution',
      'theme',
    ],
  ]);
  expect(tabOf('pointIcon')).toBe('icons');
  expect(tabOf('ruleNameEn')).toBeUndefined();
});
