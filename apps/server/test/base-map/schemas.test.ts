import { describe, expect, test } from 'vitest';
import { openMapTiles } from '../../src/features/base-map/archive/schema/openMapTiles.ts';
import { protomaps } from '../../src/features/base-map/archive/schema/protomaps.ts';
import { recognizeSchema } from '../../src/features/base-map/archive/schema/recognizeSchema.ts';
import type { Schema } from '../../src/features/base-map/archive/schema/Schema.ts';
import { shortbread } from '../../src/features/base-map/archive/schema/shortbread.ts';
import { toMapFeatures } from '../../src/features/base-map/archive/schema/toMapFeatures.ts';
import { toMapNames } from '../../src/features/base-map/archive/schema/toMapNames.ts';
import type { AttributeValue, GeometryType } from '../../src/features/base-map/archive/tile/VectorTile.ts';

type Case = readonly [
  layer: string,
  type: GeometryType,
  attributes: Readonly<Record<string, AttributeValue>>,
  expected: string | undefined,
];

type NameCase = readonly [layer: Case[0], type: Case[1], attributes: Case[2], expected: string];

const path = new Float64Array([0, 0, 10, 0, 10, 10]);

/** Returns the class of a feature in one line: "road primary link bridge", "area water sea". */
function describeClass(schema: Schema, [layer, type, attributes]: Case): string | undefined {
  const [feature] = toMapFeatures(new Map([[layer, [{ type, attributes, paths: [path] }]]]), schema);
  if (!feature) return undefined;
  const { mapClass } = feature;
  const words: string[] = [mapClass.kind, mapClass.class];
  if (mapClass.kind === 'road') {
    if (mapClass.isLink) words.push('link');
    if (mapClass.structure !== 'ground') words.push(mapClass.structure);
  }
  if (mapClass.kind === 'area' && mapClass.isSea) words.push('sea');
  return words.join(' ');
}

describe('OpenMapTiles', () => {
  test.for<Case>([
    ['landcover', 'polygon', { class: 'wood', subclass: 'forest' }, 'area wood'],
    ['landcover', 'polygon', { class: 'grass', subclass: 'park' }, 'area park'],
    ['landcover', 'polygon', { class: 'farmland', subclass: 'vineyard' }, 'area farmland'],
    ['landcover', 'polygon', { class: 'grass', subclass: 'something new' }, 'area grass'],
    ['landcover', 'polygon', { class: 'ice', subclass: 'glacier' }, undefined],
    ['landuse', 'polygon', { class: 'residential' }, 'area urban'],
    ['landuse', 'polygon', { class: 'industrial' }, 'area industrial'],
    ['landuse', 'polygon', { class: 'cemetery' }, 'area cemetery'],
    ['landuse', 'point', { class: 'cemetery' }, undefined],
    ['water', 'polygon', { class: 'lake' }, 'area water'],
    ['water', 'polygon', { class: 'ocean' }, 'area water sea'],
    ['water', 'polygon', { class: 'river', brunnel: 'tunnel' }, undefined],
    ['waterway', 'line', { class: 'ditch' }, 'waterway stream'],
    ['waterway', 'line', { class: 'river' }, 'waterway river'],
    ['waterway', 'line', { class: 'stream', brunnel: 'tunnel' }, undefined],
    ['building', 'polygon', {}, 'area building'],
    ['transportation', 'line', { class: 'motorway', ramp: 1 }, 'road motorway link'],
    ['transportation', 'line', { class: 'primary', brunnel: 'bridge' }, 'road primary bridge'],
    ['transportation', 'line', { class: 'minor', brunnel: 'tunnel' }, 'road minor tunnel'],
    ['transportation', 'line', { class: 'service', service: 'driveway' }, 'road service'],
    ['transportation', 'line', { class: 'path', subclass: 'pedestrian' }, 'road pedestrian'],
    ['transportation', 'line', { class: 'path', subclass: 'footway' }, 'road path'],
    ['transportation', 'polygon', { class: 'path', subclass: 'pedestrian' }, 'area pedestrianArea'],
    ['transportation', 'line', { class: 'rail' }, 'rail main'],
    ['transportation', 'line', { class: 'rail', subclass: 'rail', service: 'siding' }, 'rail service'],
    ['transportation', 'line', { class: 'transit', subclass: 'tram' }, 'rail tram'],
    ['transportation', 'line', { class: 'transit', subclass: 'subway' }, undefined],
    ['transportation', 'line', { class: 'rail', brunnel: 'tunnel' }, undefined],
    ['transportation', 'line', { class: 'ferry' }, undefined],
    ['boundary', 'line', { admin_level: 2 }, 'border country'],
    ['boundary', 'line', { admin_level: 8 }, 'border municipality'],
    ['boundary', 'line', { admin_level: 9 }, undefined],
    ['boundary', 'line', { admin_level: 2, maritime: 1 }, undefined],
  ])('%s %s %j: %s', (given) => expect(describeClass(openMapTiles, given)).toBe(given[3]));
});

describe('Protomaps', () => {
  test.for<Case>([
    ['landuse', 'polygon', { kind: 'wood' }, 'area wood'],
    ['landuse', 'polygon', { kind: 'nature_reserve' }, undefined],
    ['landcover', 'polygon', { kind: 'urban_area' }, 'area urban'],
    ['water', 'polygon', { kind: 'ocean' }, 'area water sea'],
    ['water', 'polygon', { kind: 'river' }, 'area water'],
    ['water', 'line', { kind: 'river' }, 'waterway river'],
    ['water', 'line', { kind: 'canal', is_tunnel: true }, undefined],
    ['water', 'line', { kind: 'stream', tunnel: 'culvert' }, undefined],
    ['water', 'line', { kind: 'stream', tunnel: 'no' }, 'waterway stream'],
    ['water', 'polygon', { kind: 'reef', kind_detail: 'coral' }, undefined],
    ['water', 'polygon', { kind: 'playa' }, undefined],
    ['buildings', 'polygon', { kind: 'building' }, 'area building'],
    ['buildings', 'polygon', { kind: 'building_part' }, undefined],
    ['roads', 'line', { kind: 'major_road', kind_detail: 'primary_link' }, 'road primary link'],
    [
      'roads',
      'line',
      { kind: 'minor_road', kind_detail: 'residential', is_bridge: true },
      'road minor bridge',
    ],
    ['roads', 'line', { kind: 'path', kind_detail: 'pedestrian' }, 'road pedestrian'],
    ['roads', 'line', { kind: 'highway' }, 'road motorway'],
    ['roads', 'line', { kind: 'rail', kind_detail: 'rail', service: 'yard' }, 'rail service'],
    ['roads', 'line', { kind: 'rail', kind_detail: 'tram' }, 'rail tram'],
    ['roads', 'line', { kind: 'rail', kind_detail: 'standard_gauge' }, 'rail main'],
    ['roads', 'line', { kind: 'path', kind_detail: 'sidewalk' }, 'road path'],
    ['roads', 'line', { kind: 'aeroway', kind_detail: 'runway' }, undefined],
    ['boundaries', 'line', { kind: 'country' }, 'border country'],
    ['boundaries', 'line', { kind: 'region', kind_detail: 4 }, 'border municipality'],
  ])('%s %s %j: %s', (given) => expect(describeClass(protomaps, given)).toBe(given[3]));

  test.for<Case>([
    ['natural', 'polygon', { 'pmap:kind': 'wood' }, 'area wood'],
    ['water', 'polygon', { 'pmap:kind': 'ocean' }, 'area water sea'],
    ['physical_line', 'line', { 'pmap:kind': 'river' }, 'waterway river'],
    ['physical_line', 'line', { 'pmap:kind': 'stream', tunnel: 'yes' }, undefined],
    ['buildings', 'polygon', { 'pmap:kind': 'building' }, 'area building'],
    ['roads', 'line', { 'pmap:kind': 'medium_road' }, 'road tertiary'],
    [
      ...(['roads', 'line'] as const),
      { 'pmap:kind': 'highway', 'pmap:kind_detail': 'motorway', 'pmap:link': 1, 'pmap:level': 1 },
      'road motorway link bridge',
    ],
    [
      ...(['roads', 'line'] as const),
      { 'pmap:kind': 'minor_road', 'pmap:kind_detail': 'residential', 'pmap:level': -1 },
      'road minor tunnel',
    ],
    ['transit', 'line', { 'pmap:kind': 'rail', 'pmap:kind_detail': 'tram', 'pmap:level': 0 }, 'rail tram'],
    ['transit', 'line', { 'pmap:kind': 'ferry' }, undefined],
    ['boundaries', 'line', { 'pmap:kind': 'country', 'pmap:min_admin_level': 2 }, 'border country'],
    ['boundaries', 'line', { 'pmap:kind': 'other', 'pmap:min_admin_level': 9 }, undefined],
  ])('version 3, %s %s %j: %s', (given) => expect(describeClass(protomaps, given)).toBe(given[3]));
});

describe('Shortbread', () => {
  test.for<Case>([
    ['land', 'polygon', { kind: 'forest' }, 'area wood'],
    ['land', 'polygon', { kind: 'grave_yard' }, 'area cemetery'],
    ['sites', 'polygon', { kind: 'school' }, 'area urban'],
    ['sites', 'polygon', { kind: 'parking' }, undefined],
    ['ocean', 'polygon', {}, 'area water sea'],
    ['water_polygons', 'polygon', { kind: 'riverbank' }, 'area water'],
    ['water_lines', 'line', { kind: 'drain', tunnel: false }, 'waterway stream'],
    ['water_lines', 'line', { kind: 'stream', tunnel: true }, undefined],
    ['buildings', 'polygon', {}, 'area building'],
    ['streets', 'line', { kind: 'primary', link: true, rail: false }, 'road primary link'],
    ['streets', 'line', { kind: 'living_street', tunnel: true }, 'road minor tunnel'],
    ['streets', 'line', { kind: 'steps' }, 'road path'],
    ['streets', 'line', { kind: 'rail', rail: true }, 'rail main'],
    ['streets', 'line', { kind: 'tram', rail: true }, 'rail tram'],
    ['streets', 'line', { kind: 'runway' }, undefined],
    ['street_polygons', 'polygon', { kind: 'pedestrian' }, 'area pedestrianArea'],
    ['boundaries', 'line', { admin_level: 2, maritime: false }, 'border country'],
    ['boundaries', 'line', { admin_level: 4, maritime: true }, undefined],
  ])('%s %s %j: %s', (given) => expect(describeClass(shortbread, given)).toBe(given[3]));
});

/** Returns the names of a feature, each in one line: "city 3 Rīga", "shield A2". */
function describeNames(schema: Schema, [layer, type, attributes]: NameCase): string {
  const names = toMapNames(new Map([[layer, [{ type, attributes, paths: [path] }]]]), schema);
  return names
    .map(({ nameClass, text, rank }) =>
      [nameClass, ...(rank === 0 ? [] : [rank.toFixed(0)]), typeof text === 'string' ? text : text.name].join(
        ' ',
      ),
    )
    .join(', ');
}

describe('names', () => {
  const name = 'N';
  test.for<NameCase>([
    ['place', 'point', { class: 'city', name, rank: 3 }, 'city 3 N'],
    ['place', 'point', { class: 'suburb', name }, 'district 100 N'],
    ['place', 'point', { class: 'isolated_dwelling', name }, 'farm 100 N'],
    ['place', 'point', { class: 'constructor', name }, ''],
    ['place', 'point', { class: 'town' }, ''],
    ['transportation_name', 'line', { class: 'trunk', name, ref: 'A2;E77' }, 'roadMain N, shield A2'],
    ['transportation_name', 'line', { class: 'tertiary', name, ref: 'V12' }, 'roadMid N'],
    ['transportation_name', 'line', { class: 'path', subclass: 'pedestrian', name }, 'roadMinor N'],
    ['transportation_name', 'line', { class: 'primary', ref: 'TOO-LONG' }, ''],
    ['transportation_name', 'line', { class: 'rail', name }, ''],
    ['water_name', 'point', { class: 'lake', name }, 'water N'],
    ['water_name', 'line', { class: 'canal', name }, ''],
    ['waterway', 'line', { class: 'river', name }, 'waterway N'],
    ['waterway', 'line', { class: 'river', name, brunnel: 'tunnel' }, ''],
    ['housenumber', 'point', { housenumber: '12 k-2' }, 'house 12 k-2'],
    ['housenumber', 'point', { housenumber: '' }, ''],
  ])('OpenMapTiles %s %s %j: %s', (given) => expect(describeNames(openMapTiles, given)).toBe(given[3]));

  test.for<NameCase>([
    ['places', 'point', { kind: 'locality', kind_detail: 'town', population: 1024, name }, 'town 90 N'],
    ['places', 'point', { kind: 'neighbourhood', name }, 'district 100 N'],
    ['places', 'point', { kind: 'country', name }, 'country 100 N'],
    [
      'roads',
      'line',
      { kind: 'major_road', kind_detail: 'secondary', name, ref: 'P4' },
      'roadMid N, shield P4',
    ],
    ['roads', 'line', { kind: 'highway', name }, 'roadMain N'],
    ['roads', 'line', { kind: 'highway', kind_detail: 'motorway_link', name }, ''],
    ['roads', 'line', { kind: 'rail', kind_detail: 'rail', name }, ''],
    ['water', 'point', { kind: 'lake', name }, 'water N'],
    ['water', 'polygon', { kind: 'lake', name }, ''],
    ['water', 'line', { kind: 'river', name }, 'waterway N'],
    ['water', 'line', { kind: 'river', name, tunnel: 'yes' }, ''],
    ['roads', 'line', { kind: 'highway', kind_detail: 'motorway', shield_text: 'A7' }, 'shield A7'],
    ['places', 'point', { kind: 'macrohood', name }, 'district 100 N'],
    ['buildings', 'point', { kind: 'address', addr_housenumber: '5' }, 'house 5'],
    ['places', 'point', { 'pmap:kind': 'locality', 'pmap:kind_detail': 'city', name }, 'city 100 N'],
    ['roads', 'line', { 'pmap:kind': 'major_road', 'pmap:kind_detail': 'primary', name }, 'roadMain N'],
    ['physical_point', 'point', { 'pmap:kind': 'sea', name }, 'water N'],
    ['physical_point', 'point', { 'pmap:kind': 'peak', name }, ''],
    ['physical_line', 'line', { 'pmap:kind': 'river', name }, 'waterway N'],
  ])('Protomaps %s %s %j: %s', (given) => expect(describeNames(protomaps, given)).toBe(given[3]));

  test.for<NameCase>([
    ['place_labels', 'point', { kind: 'capital', population: 65_536, name }, 'city 84 N'],
    ['place_labels', 'point', { kind: 'locality', name }, 'farm 100 N'],
    ['street_labels', 'line', { kind: 'motorway', name, ref: 'A1\nE67' }, 'roadMain N, shield A1'],
    ['streets_polygons_labels', 'point', { kind: 'pedestrian', name }, 'roadMinor N'],
    ['water_polygons_labels', 'point', { kind: 'water', name }, 'water N'],
    ['water_lines_labels', 'line', { kind: 'stream', name, tunnel: false }, 'waterway N'],
    ['water_lines_labels', 'line', { kind: 'stream', name, tunnel: true }, ''],
    ['addresses', 'point', { housenumber: '7' }, 'house 7'],
    ['addresses', 'point', { housename: 'Villa' }, ''],
  ])('Shortbread %s %s %j: %s', (given) => expect(describeNames(shortbread, given)).toBe(given[3]));
});

describe('recognising a schema', () => {
  test.for([
    [['water', 'transportation', 'building'], 'OpenMapTiles'],
    [['earth', 'landuse', 'roads', 'places'], 'Protomaps'],
    [['land', 'streets', 'ocean'], 'Shortbread'],
  ] as const)('layers %j: %s', ([layerNames, expected]) => {
    expect(recognizeSchema(layerNames).name).toBe(expected);
  });

  test('other layers: the error names them and the schemas', () => {
    expect(() => recognizeSchema(['mines', 'shafts'])).toThrow(
      'The layers of the archive (mines, shafts) fit none of the schemas OpenMapTiles, Shortbread, Protomaps',
    );
  });
});
