import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');

/**
 * Files with SQL that takes the stored geometry of objects, and why no reader learns a blurred position from them. Anything
 * else that shows, compares or orders objects takes `visibleGeometry`.
 */
const exactFiles: Readonly<Record<string, string>> = {
  'layers/visibleGeometry.ts': 'decides who sees it',
  'query/toCondition.ts': 'asks the index for a wider extent; the visible geometry decides',
  'query/nearestFirst.ts': 'orders layers whose positions are not blurred',
  'db/sql/displayWkt.ts': 'writes the visible geometry of a row that selectFeatures has made',
  'objects/searchObjects.ts': 'ranks rows that have the visible geometry',
  'features/objects/lookups/selectNearest.ts': 'writes rows that have the visible geometry',
  'features/images/wms/listFeatureInfo.ts': 'writes rows that have the visible geometry',
  'features/reports/exports/geoJsonFormat.ts': 'writes rows that have the visible geometry',
  'features/reports/exports/vector/vectorRow.ts': 'writes rows that have the visible geometry',
  'objects/insertObjects.ts': 'writes objects',
  'features/cases/merging/findDuplicates.ts': 'compares cases for those with a level in their unit',
  'features/cases/report/hexagons.ts': 'counts cases for those with a level in their unit',
  'cases/routing/ruleRows.ts': 'routes cases; visitors do not see the unit of a case',
  'features/imports/compare/listDifferences.ts': 'compares an import for those who may change the layer',
  'features/imports/compare/matchRows.ts': 'compares an import for those who may change the layer',
  'features/imports/compare/writeDifferences.ts': 'writes objects',
  'cli/export/exportLayer.ts': 'exports for the operator',
};

/** A column of an alias of one letter, or the bare column as an argument. */
const takesGeometry = /\b[a-z]\.geom\b|\bST_\w+\(geom\b|sql`geom`|\bSELECT geom\b/;

test('only listed files take the stored geometry of objects', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => !/^db\/migrations\/|\/testing\//.test(path))
    .filter((path) => takesGeometry.test(readFileSync(join(source, path), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(exactFiles).toSorted());
});
