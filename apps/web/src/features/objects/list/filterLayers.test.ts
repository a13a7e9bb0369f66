import { expect, test } from 'vitest';
import { aGroup, aLayer } from '../testing/aLayer.ts';
import { filterLayers } from './filterLayers.ts';

const groups = [
  aGroup({
    id: 1,
    name: 'Problēmu ziņojumi',
    childClassifiers: [aLayer({ name: 'Ceļu bojājumi' }), aLayer({ name: 'Atkritumi' })],
  }),
  aGroup({ id: 2, name: 'Mežs', childClassifiers: [aLayer({ name: 'Audzes' })] }),
];
const names = (text: string) =>
  filterLayers(groups, text).map(({ name, childClassifiers }) => [
    name,
    ...childClassifiers.map((layer) => layer.name),
  ]);

test.each([
  [
    '',
    [
      ['Problēmu ziņojumi', 'Ceļu bojājumi', 'Atkritumi'],
      ['Mežs', 'Audzes'],
    ],
  ],
  [' celu ', [['Problēmu ziņojumi', 'Ceļu bojājumi']]],
  ['MEZ', [['Mežs', 'Audzes']]],
  ['nothing of this', []],
])('%j finds %j', (text, found) => {
  expect(names(text)).toEqual(found);
});
