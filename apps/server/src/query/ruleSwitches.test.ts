import { listRuleTokens } from '@pgis/cartography';
import { expect, test } from 'vitest';
import { compileSql } from '../db/testing/compileSql.ts';
import type { LayerAccess } from '../layers/layerQuery.ts';
import { ruleSwitches } from './ruleSwitches.ts';

const style = {
  labelRules: [{ rule: 'data.state=good' }, { rule: 'data.kind=oak' }, { rule: 'Default' }],
};
const [good = '', oak = '', otherwise = ''] = listRuleTokens(style);
const layerOf = (id: number, geomStyle: object): LayerAccess =>
  ({ layer: { id, geomStyle: JSON.stringify(geomStyle), strictFields: [] } }) as unknown as LayerAccess;
const layers = [layerOf(7, style), layerOf(8, style), layerOf(9, {})];

test('LIST-06: objects of a rule that is switched off are not drawn, those of all others are', () => {
  const switches = ruleSwitches({ layers, hiddenRules: [{ classId: 7, rules: [good, otherwise] }] });
  const isDrawn = (data: object) => switches.isDrawn(7, data);
  expect([{ state: 'good' }, { state: 'bad', kind: 'oak' }, { state: 'bad' }].map(isDrawn)).toEqual([
    false,
    true,
    false,
  ]);
  // Layer 8 has the same style and no rule switched off.
  expect(switches.isDrawn(8, { state: 'good' })).toBe(true);
  expect([7, 8, 9].map(switches.hasHiddenRules)).toEqual([true, false, false]);
});

test('only the fields that choose a rule are read, and only of layers with a rule switched off', () => {
  const { data } = ruleSwitches({
    layers,
    hiddenRules: [
      { classId: 8, rules: [oak] },
      { classId: 9, rules: ['1'] },
    ],
  });
  expect(compileSql(data)).toEqual([
    "CASE l.rank WHEN 1 THEN jsonb_build_object($1::text, g.data -> $2::text, $3::text, g.data -> $4::text) ELSE '{}'::jsonb END",
    ...['state', 'state', 'kind', 'kind'],
  ]);
});

test('with nothing switched off nothing is read and everything is drawn', () => {
  for (const hiddenRules of [undefined, null, [], [{ classId: 7, rules: [] }]]) {
    const switches = ruleSwitches({ layers, hiddenRules });
    expect(switches.hasHiddenRules(7)).toBe(false);
    expect(switches.isDrawn(7, { state: 'good' })).toBe(true);
    expect(compileSql(switches.data)).toEqual(["'{}'::jsonb"]);
  }
});
