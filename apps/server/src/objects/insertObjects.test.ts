import { expect, test } from 'vitest';
import { describeGeometry, describeStored } from './auditObject.ts';
import { type ObjectToInsert, toObjectBatch, toObjectToInsert, withSameValue } from './insertObjects.ts';
import { parseGeometry } from './parseGeometry.ts';

const object = { name: 'Oak', description: '', data: { age: 7 }, isPublic: true };

test('objects that come from no file are numbered from 1', () => {
  expect(toObjectToInsert({ ...object, wkt: 'LINESTRING(0 0,1 1)' }, 0)).toEqual({
    rowNumber: 1,
    shape: 'SRID=3857;LINESTRING(0 0,1 1)',
    kind: 2,
    name: 'Oak',
    description: '',
    data: '{"age":7}',
    key: null,
    isPublic: true,
  });
});

test('a batch is written as PostgreSQL reads arrays', () => {
  const rows: ObjectToInsert[] = [
    { ...toObjectToInsert({ ...object, wkt: 'POINT(0 0)' }, 0), name: 'a "b" \\c', key: 'k"1' },
    { ...toObjectToInsert({ ...object, wkt: 'POINT(0 0)' }, 1), isPublic: false },
    toObjectToInsert({ ...object, wkt: 'POLYGON((0 0,1 0,1 1,0 0))' }, 2),
  ];
  const batch = toObjectBatch(rows, [
    { name: 'user_email', type: 'text', values: ['a@b', null, ''] },
    { name: 'upvote_count', type: 'integer', values: [1, 2, null] },
  ]);
  expect([batch.rowCount, batch.kindBits]).toEqual([3, 0b101]);
  const valuesOf = (name: string) =>
    [...batch.columns, ...batch.extras].find((column) => column.name === name)?.values;
  expect(valuesOf('row_no')).toBe('{1,2,3}');
  expect(valuesOf('name')).toBe('{"a \\"b\\" \\\\c","Oak","Oak"}');
  expect(valuesOf('import_key')).toBe('{"k\\"1",NULL,NULL}');
  expect(valuesOf('is_public')).toBe('{t,f,t}');
  expect(valuesOf('kind')).toBe('{1,1,3}');
  expect(valuesOf('user_email')).toBe('{"a@b",NULL,""}');
  expect(valuesOf('upvote_count')).toBe('{"1","2",NULL}');
  expect(toObjectBatch(rows).extras).toEqual([]);
  const imported = withSameValue(batch, { name: 'import_id', type: 'bigint', value: 9 });
  expect(imported.extras).toEqual([
    ...batch.extras,
    { name: 'import_id', type: 'bigint', values: '{9,9,9}' },
  ]);
});

test('D-LOG-01: a shape is logged with its points; a stored one that cannot be read is not', () => {
  const described = {
    kind: 2,
    vertexCount: 2,
    extent3857: [0, 0, 3, 4],
    wkt: 'LINESTRING(0 0,3 4)',
  };
  expect(describeGeometry(parseGeometry('LineString (0 0, 3 4)'))).toEqual(described);
  expect(describeStored('LINESTRING(0 0,3 4)')).toEqual(described);
  expect(describeStored('CURVE(0 0)')).toBeNull();
  expect(() => parseGeometry('POINT(1)')).toThrow(
    expect.objectContaining({
      code: 'INVALID_GEOMETRY',
      errors: [{ path: '/wkt', code: 'INVALID_GEOMETRY' }],
    }),
  );
});
