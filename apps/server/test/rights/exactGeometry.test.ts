import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');

/**
 * Files with SQL that takes the stored geometry of objects, how often, and why no reader learns a blurred position from them.
 * Anything else that shows, compares or orders objects takes `visibleGeometry`.
 */
const exactFiles: Readonly<Record<string, readonly [hits: number, reason: string]>> = {
  'layers/visibleGeometry.ts': [5, 'decides who sees it'],
  'query/toCondition.ts': [1, 'asks the index for a wider extent; the visible geometry decides'],
  'query/nearestFirst.ts': [1, 'orders layers whose positions are not blurred'],
  'db/sql/displayWkt.ts': [3, 'writes the visible geometry of a row that selectFeatures has made'],
  'objects/searchObjects.ts': [2, 'ranks rows that have the visible geometry'],
  'features/objects/lookups/selectNearest.ts': [1, 'writes rows that have the visible geometry'],
  'features/images/wms/listFeatureInfo.ts': [1, 'writes rows that have the visible geometry'],
  'features/reports/exports/geoJsonFormat.ts': [1, 'writes rows that have the visible geometry'],
  'features/reports/exports/vector/vectorRow.ts': [1, 'writes rows that have the visible geometry'],
  'objects/insertObjects.ts': [3, 'writes objects'],
  'features/cases/merging/findDuplicates.ts': [11, 'compares cases for those with a level in their unit'],
  'features/cases/report/hexagons.ts': [2, 'counts cases for those with a level in their unit'],
  'cases/routing/ruleRows.ts': [2, 'routes cases; visitors do not see the unit of a case'],
  'features/imports/compare/listDifferences.ts': [2, 'compares an import for those who may change the layer'],
  'features/imports/compare/matchRows.ts': [10, 'compares an import for those who may change the layer'],
  'features/imports/compare/writeDifferences.ts': [3, 'writes objects'],
  'cli/export/exportLayer.ts': [1, 'exports for the operator'],
  'layers/liesIn.ts': [
    4,
    'measures parts of a geometry that it is given, and joins layers whose positions are not blurred',
  ],
  'features/reports/exports/vector/formats/geoPackage.ts': [4, 'names the column of a written file'],
  'features/reports/exports/vector/formats/geoPackageSql.ts': [9, 'names the column of a written file'],
  'importing/sources/tables/toTableFeatures.ts': [1, 'names a column of an imported file'],
};

/** A column of any alias, also one that is filled in; its quoted name; or the bare column as an argument. */
const takesGeometry = /[\w}"]\.geom\b|['"`]geom['"`]|\bST_\w+\(geom\b|\bSELECT geom\b/g;

test('only listed files take the stored geometry of objects, each as often as listed', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => !/^db\/migrations\/|\/testing\//.test(path))
    .map(
      (path) => [path, readFileSync(join(source, path), 'utf8').match(takesGeometry)?.length ?? 0] as const,
    )
    .filter(([, hits]) => hits > 0);
  const listed = Object.entries(exactFiles).map(([path, [hits]]) => [path, hits]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
});
