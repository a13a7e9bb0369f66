import { expect, test } from 'vitest';
import { type MapAddress, parseMapAddress, writeMapAddress } from './mapAddress.ts';

const whole: MapAddress = {
  view: { zoom: 11.5, centerLonLat: [23.9891, 56.9714] },
  baseLayerIds: [1, 7],
  layerIds: [3, 4_294_968_402, 4_294_968_403, 8_589_934_599],
  hiddenRules: '3-abcdef12.0badcafe~5-00112233',
  filters: new Map([
    [3, { field: 'surface', value: 'Asphalt; 50%: wet & dry #1' }],
    [5, { field: 'Suga', value: 'Ābele un ель' }],
  ]),
  objectId: 4_294_967_301,
};

test('an address holds the whole view, and reads back what it was written from', () => {
  expect(parseMapAddress(writeMapAddress(whole))).toEqual(whole);
});

test('it is short and readable', () => {
  const { view, layerIds, baseLayerIds, hiddenRules } = whole;
  expect(writeMapAddress({ ...(view && { view }), ...(layerIds && { layerIds }) })).toBe(
    'map=11.5/56.9714/23.9891&layers=3,1-1106,1107,2-7',
  );
  expect(
    writeMapAddress({ ...(baseLayerIds && { baseLayerIds }), ...(hiddenRules && { hiddenRules }) }),
  ).toBe('base=1,7&hide=3-abcdef12.0badcafe~5-00112233');
  const filters = new Map([[3, { field: 'state', value: 'new: 5; old' }]]);
  expect(writeMapAddress({ filters })).toBe('filter=3:state:new%253A+5%253B+old');
});

test('a filter with another operator than contains names it; one that does not exist is no filter', () => {
  const filters = new Map([
    [3, { field: 'age', operator: '>=' as const, value: '20' }],
    [4, { field: 'age', operator: 'empty' as const, value: '' }],
  ]);
  const address = writeMapAddress({ filters });
  expect(address).toBe('filter=3:age:20:%3E%3D;4:age::empty');
  expect(parseMapAddress(address)).toEqual({ filters });
  for (const part of ['3:age:20:like', '3:age::%3E%3D', '3::20:empty'])
    expect(parseMapAddress(`filter=${part}`)).toEqual({});
});

test('no layer at all is something else than no word about layers', () => {
  expect(writeMapAddress({ layerIds: [] })).toBe('layers=none');
  expect(parseMapAddress('layers=none')).toEqual({ layerIds: [] });
  expect(parseMapAddress('')).toEqual({});
  expect(writeMapAddress({})).toBe('');
});

test('other parameters of the address stay, those of the map are replaced', () => {
  expect(writeMapAddress({ objectId: 7 }, '?previousRoute=%2Freports&map=3/1/1&object=5')).toBe(
    'previousRoute=/reports&object=7',
  );
});

test.each([
  'map=11/56.97',
  'map=11/91/24',
  'map=11/56/181',
  'map=-1/56/24',
  'map=28.01/56/24',
  'map=29/56/24',
  'map=400/1/1',
  'map=NaN/56/24',
  'map=1e3/56/24',
  'map=11/56/24/1',
  'base=',
  'layers=a,b',
  'layers=-3',
  'layers=99999999999999999',
  'layers=1-2-3',
  'layers=-7',
  'hide=',
  'filter=',
  'filter=3:surface',
  'filter=x:surface:wet',
  'filter=3:%25E0%25A4:wet',
  'object=12.5',
  'object=%3Cscript%3E',
  '&&&=%',
])('%s says nothing', (query) => {
  expect(parseMapAddress(query)).toEqual({});
});

test('what is wrong in a part leaves the rest of it', () => {
  expect(parseMapAddress('layers=3,x,5&map=bad&filter=3:a:b;nonsense')).toEqual({
    layerIds: [3, 5],
    filters: new Map([[3, { field: 'a', value: 'b' }]]),
  });
});

test('the highest zoom of the map is read and written', () => {
  expect(writeMapAddress(parseMapAddress('map=28/1/1'))).toBe('map=28/1/1');
});
