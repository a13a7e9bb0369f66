import { parseGeomStyle } from '@pgis/cartography';
import { expect, test } from 'vitest';
import { chooseAtFirst, listDifferences } from '../../../ui/versions/compareVersions.ts';
import type { TreeNodeBody } from '../form/LayerValues.ts';
import { mergeBodies, toVersion } from './treeNodeVersion.ts';

const rule = (value: string, lineWidth: number) => ({ rule: `data.species=${value}`, lineWidth });
const style = (...labelRules: object[]) => JSON.stringify({ lineWidth: 1, labelRules });
const before: TreeNodeBody = {
  name: 'Trees',
  description: 'In streets',
  id1: 2,
  zoomFrom: 5,
  allowPublicRegistration: true,
  showAfterReview: true,
  layerFields: [
    { name: 'species', type: 'text', oldValue: '' },
    { name: 'height', type: 'text', oldValue: '' },
  ],
  geomStyle: style(rule('oak', 2), rule('ash', 3)),
};

const compare = (mine: TreeNodeBody, theirs: TreeNodeBody) => {
  const versions = {
    before: toVersion(before, theirs),
    mine: toVersion(mine, theirs),
    theirs: toVersion(theirs, mine),
  };
  return { differences: listDifferences(versions), atFirst: chooseAtFirst(versions) };
};
const rulesOf = (body: TreeNodeBody) =>
  parseGeomStyle(body.geomStyle ?? '').style.labelRules?.map((one) => [one.rule, one.lineWidth]);

test('settings and rules that differ are listed one by one; what only one user has changed is theirs', () => {
  const mine = {
    ...before,
    description: 'Along streets',
    geomStyle: style(rule('oak', 9), rule('ash', 3), rule('elm', 4)),
  };
  const theirs = { ...before, zoomFrom: 7, geomStyle: style(rule('oak', 2), rule('ash', 8)) };
  const { differences, atFirst } = compare(mine, theirs);
  expect(differences.toSorted()).toEqual([
    'description',
    'style.rule.data.species=ash',
    'style.rule.data.species=elm',
    'style.rule.data.species=oak',
    'zoomFrom',
  ]);
  const merged = mergeBodies(mine, theirs, atFirst);
  expect(merged).toMatchObject({ description: 'Along streets', zoomFrom: 7, id1: 2 });
  expect(rulesOf(merged)).toEqual([
    ['data.species=oak', 9],
    ['data.species=ash', 8],
    ['data.species=elm', 4],
    ['Default', 1],
  ]);
});

test('how a layer is drawn zoomed out is a setting like the others', () => {
  const mine: TreeNodeBody = { ...before, density: { kind: 'thinned' } };
  const theirs: TreeNodeBody = { ...before, density: { kind: 'asIs' } };
  expect(compare(mine, theirs).differences).toEqual(['density']);
  const merged = mergeBodies(mine, theirs, { density: 'mine' });
  expect(merged.density).toEqual({ kind: 'thinned' });
});

test('D-CLS-18: a style that is taken as a whole stays byte for byte', () => {
  const mine = { ...before, geomStyle: style(rule('oak', 9)) };
  const theirs = { ...before, geomStyle: ` ${style(rule('ash', 8))}` };
  const all = (side: 'mine' | 'theirs') =>
    Object.fromEntries(compare(mine, theirs).differences.map((key) => [key, side]));
  expect(mergeBodies(mine, theirs, all('mine')).geomStyle).toBe(mine.geomStyle);
  expect(mergeBodies(mine, theirs, all('theirs')).geomStyle).toBe(theirs.geomStyle);
});

test('the order of the rules is a choice of its own', () => {
  const mine = { ...before, geomStyle: style(rule('ash', 3), rule('oak', 2)) };
  const theirs = { ...before, geomStyle: style(rule('oak', 2), rule('ash', 3), rule('elm', 4)) };
  const { differences, atFirst } = compare(mine, theirs);
  expect(differences).toEqual(['style.order', 'style.rule.data.species=elm']);
  expect(rulesOf(mergeBodies(mine, theirs, atFirst))?.map(([name]) => name)).toEqual([
    'data.species=ash',
    'data.species=elm',
    'data.species=oak',
    'Default',
  ]);
});

test('names of a rule and of Default are compared with it, and merged', () => {
  const named = (oak: object, others: object) =>
    JSON.stringify({ lineWidth: 1, ...others, labelRules: [{ ...rule('oak', 2), ...oak }, rule('ash', 3)] });
  const mine = { ...before, geomStyle: named({ ruleNameEn: 'Oaks' }, {}) };
  const theirs = { ...before, geomStyle: named({}, { ruleNameLv: 'Citi' }) };
  const { differences, atFirst } = compare(mine, theirs);
  expect(differences.toSorted()).toEqual(['style.default', 'style.rule.data.species=oak']);
  const merged = mergeBodies(mine, theirs, atFirst);
  const rules = parseGeomStyle(merged.geomStyle ?? '').style.labelRules;
  expect(rules?.map(({ ruleNameEn, ruleNameLv }) => [ruleNameEn, ruleNameLv])).toEqual([
    ['Oaks', undefined],
    [undefined, undefined],
    [undefined, 'Citi'],
  ]);
});

test('FIELD-09: fields are sent in terms of those that the other user has left', () => {
  const mine: TreeNodeBody = {
    ...before,
    layerFields: [
      { name: 'kind', type: 'text', oldValue: 'species' },
      { name: 'height', type: 'text', oldValue: '', hint: { kind: 'number' } },
    ],
  };
  const theirs: TreeNodeBody = {
    ...before,
    layerFields: [
      { name: 'species', type: 'text', oldValue: '' },
      { name: 'age', type: 'text', oldValue: '' },
    ],
  };
  const { differences, atFirst } = compare(mine, theirs);
  expect(differences).toEqual(['field.species', 'field.height', 'field.age']);
  expect(atFirst).toEqual({ 'field.species': 'mine', 'field.height': 'mine', 'field.age': 'theirs' });
  expect(mergeBodies(mine, theirs, atFirst).layerFields).toEqual([
    { name: 'kind', type: 'text', oldValue: 'species' },
    { name: 'height', type: 'text', oldValue: 'new_field', hint: { kind: 'number' } },
    { name: 'age', type: 'text', oldValue: '' },
  ]);
});

test('names that the other user has given go with the choice of a field and values without any', () => {
  const withNames = (names: object): TreeNodeBody => ({
    ...before,
    layerFields: [
      {
        name: 'species',
        type: 'text',
        ...names,
        schema: { type: 'list', values: [{ value: 'oak', ...names }] },
      },
    ],
  });
  const theirs = withNames({ names: { lv: 'Ozols' } });
  const mine = withNames({});
  expect(mergeBodies(mine, theirs, { 'field.species': 'mine' }).layerFields?.[0]).toMatchObject({
    names: {},
    schema: { values: [{ value: 'oak', names: {} }] },
  });
  expect(mergeBodies(mine, theirs, { 'field.species': 'theirs' }).layerFields?.[0]).toMatchObject({
    names: { lv: 'Ozols' },
    schema: { values: [{ value: 'oak', names: { lv: 'Ozols' } }] },
  });
});

test('a new group with its unit, or the stored one, is one choice', () => {
  const { id1: _id1, ...others } = before;
  const mine = { ...others, parentName: 'Water', unitId: 8 };
  const theirs = { ...before, id1: 3 };
  const { differences } = compare(mine, theirs);
  expect(differences).toEqual(['position']);
  expect(mergeBodies(mine, theirs, { position: 'theirs' })).toMatchObject({ id1: 3 });
  const withMine = mergeBodies(mine, theirs, { position: 'mine' });
  expect(withMine).toMatchObject({ parentName: 'Water', unitId: 8 });
  expect(withMine.id1).toBeUndefined();
});

test('CLS-08: a review that follows from nothing is not sent', () => {
  const mine = { ...before, allowPublicRegistration: false, showAfterReview: false };
  expect(
    mergeBodies(mine, before, { allowPublicRegistration: 'mine', showAfterReview: 'theirs' }),
  ).toMatchObject({ allowPublicRegistration: false, showAfterReview: false });
});

test('a status has its names by language', () => {
  const status: TreeNodeBody = {
    name: 'Open',
    names: { en: 'Open', ru: '', lv: '' },
    statusType: 'open',
    id1: 5,
  };
  const mine = { ...status, names: { en: 'Open', ru: '', lv: 'Atvērts' } };
  const theirs: TreeNodeBody = { ...status, statusType: 'fixed' };
  const merged = mergeBodies(mine, theirs, { 'names.lv': 'mine', statusType: 'theirs' });
  expect(merged).toMatchObject({ names: { en: 'Open', ru: '', lv: 'Atvērts' }, statusType: 'fixed', id1: 5 });
});
