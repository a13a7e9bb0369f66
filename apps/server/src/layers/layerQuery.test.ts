import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { compileSql } from '../db/testing/compileSql.ts';
import { isBy, isByColumn } from './isBy.ts';
import { caseByLayer, type LayerAccess, layersWhere } from './layerQuery.ts';

const layers = [7, 8, 9].map((id) => ({ layer: { id } }) as unknown as LayerAccess);

test('an expression is chosen by the index of the layer, and stands alone where no layer has its own', () => {
  const pick = (ids: readonly number[]) =>
    compileSql(
      caseByLayer(
        layers,
        ({ layer }) => (ids.includes(layer.id) ? sql`${layer.id}::bigint` : undefined),
        sql`0`,
      ),
    );
  expect(pick([7, 9])).toEqual([
    'CASE l.rank WHEN 0 THEN $1::bigint WHEN 2 THEN $2::bigint ELSE 0 END',
    7,
    9,
  ]);
  expect(pick([])).toEqual(['0']);
});

test('a condition on some layers names them; on all or none it is a constant, which the planner drops', () => {
  const where = (ids: readonly number[]) =>
    compileSql(layersWhere(layers, ({ layer }) => ids.includes(layer.id)));
  expect(where([8, 9])).toEqual(['(l.rank = ANY($1::integer[]))', [1, 2]]);
  expect(where([7, 8, 9])).toEqual(['true']);
  expect(where([])).toEqual(['false']);
});

test('an object is recognised in each way that its reporter is known by, and in no other', () => {
  const nobody = { authorId: undefined, visitorId: undefined, reportIds: [] };
  expect(compileSql(isBy(nobody))).toEqual(['false']);
  expect(compileSql(isBy({ ...nobody, authorId: 5 }))).toEqual(['(g.author_id = $1::bigint)', 5]);
  expect(compileSql(isByColumn({ ...nobody, visitorId: 'v', reportIds: [3] }))).toEqual([
    'coalesce((g.visitor_id = $1::uuid OR g.id = ANY($2::bigint[])), false)',
    'v',
    [3],
  ]);
});
