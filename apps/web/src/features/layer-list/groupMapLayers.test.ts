import type { MapLayer } from '@pgis/contract';
import { expect, test } from 'vitest';
import { groupMapLayers } from './groupMapLayers.ts';

const aMapLayer = (name: string, group: string): MapLayer => ({
  id: name.length,
  name,
  group,
  overlay: false,
  layerType: 'TileLayer',
  sourceType: 'XYZ',
  sourceJson: '{}',
  visibility: true,
  version: 1,
});
const grouped = (layers: MapLayer[]) =>
  groupMapLayers(layers, { groupless: 'Groupless layers', language: 'lv' }).map(({ name, items }) => [
    name,
    ...items.map((layer) => layer.name),
  ]);

test('BASE-01: layers are grouped by group name and sorted by name', () => {
  const layers = [
    aMapLayer('Šoseja', 'B'),
    aMapLayer('Zeme', 'A'),
    aMapLayer('Skola', 'B'),
    aMapLayer('Aka', 'A'),
  ];
  expect(grouped(layers)).toEqual([
    ['A', 'Aka', 'Zeme'],
    ['B', 'Skola', 'Šoseja'],
  ]);
});

test('BASE-04: layers with no group go into the group of MAP.GROUPLESS_LAYERS', () => {
  expect(grouped([aMapLayer('Own', ' '), aMapLayer('OSM', 'World'), aMapLayer('Bare', '')])).toEqual([
    ['World', 'OSM'],
    ['Groupless layers', 'Bare', 'Own'],
  ]);
});
