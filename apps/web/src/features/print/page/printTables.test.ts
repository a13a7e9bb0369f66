import type { Feature } from '@pgis/contract';
import { expect, test } from 'vitest';
import { aFeature } from '../../../map/testing/aFeature.ts';
import { toPrintFeature, toPrintTables } from './printTables.ts';

const wire = (id: number, layerId: number, data: Feature['data']): Feature =>
  aFeature({ id, layerId, classId: 1, name: `Name ${id}`, description: `About ${id}`, data });
const layers = [
  { id: 8, name: 'Trees' },
  { id: 7, name: 'Roads' },
];

test('PRINT-08: a feature for print tables has id, name, description, classId and dataArr', () => {
  expect(toPrintFeature(wire(5, 7, { depth: 35, wet: true, by: null }))).toEqual({
    id: 5,
    name: 'Name 5',
    description: 'About 5',
    classId: 7,
    dataArr: [
      { key: 'depth', value: '35' },
      { key: 'wet', value: 'true' },
      { key: 'by', value: '' },
    ],
  });
});

test('PRINT-05 D-UI-06: a table for each layer, with Id, Nosaukums, Apraksts and then the keys of its data', () => {
  const features = [wire(5, 7, { depth: 35 }), wire(6, 8, {}), wire(9, 7, { width: '2', depth: null })];
  expect(toPrintTables(features.map(toPrintFeature), layers)).toEqual([
    {
      layerName: 'Trees',
      headers: ['Id', 'Nosaukums', 'Apraksts'],
      rows: [['6', 'Name 6', 'About 6']],
    },
    {
      layerName: 'Roads',
      headers: ['Id', 'Nosaukums', 'Apraksts', 'depth', 'width'],
      rows: [
        ['5', 'Name 5', 'About 5', '35', ''],
        ['9', 'Name 9', 'About 9', '', '2'],
      ],
    },
  ]);
});

test('many keys go on in further tables, so that columns can be read', () => {
  const data = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`k${index}`, String(index)]));
  const tables = toPrintTables([toPrintFeature(wire(5, 7, data))], layers);
  expect(tables.map(({ headers }) => headers.length)).toEqual([10, 10, 5]);
  expect(tables.flatMap(({ rows }) => rows[0]?.slice(3))).toEqual(Object.values(data));
});
