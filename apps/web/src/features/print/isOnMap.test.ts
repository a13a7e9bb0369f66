import { listRuleTokens, parseGeomStyle } from '@pgis/cartography';
import { expect, test } from 'vitest';
import { isOnMap } from './isOnMap.ts';

const geomStyle = '{"labelRules":[{"rule":"data.kind=oak"}]}';
const layer = (id: number) => ({ id, name: '', geomStyle, kinds: [], zoomFrom: null, zoomTo: null });
const [oak = ''] = listRuleTokens(parseGeomStyle(geomStyle).style);
const features = [
  { layerId: 7, data: { kind: 'oak' } },
  { layerId: 7, data: { kind: 'elm' } },
  { layerId: 8, data: { kind: 'oak' } },
];

test('PRINT-05: the tables list what is drawn, without the objects of rules that are switched off', () => {
  const layers = [layer(7), layer(8)];
  expect(features.filter(isOnMap(layers, new Map()))).toEqual(features);
  expect(features.filter(isOnMap(layers, new Map([[7, new Set([oak])]])))).toEqual(features.slice(1));
});
