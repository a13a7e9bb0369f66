import { companyOf, type LayerId } from '@pgis/contract';
import { type Database, inTransaction } from '@pgis/server';
import { addLayer } from '@pgis/testkit';
import { type RawBuilder, sql } from 'kysely';
import { tidy } from '../extent/polygons.ts';
import { geomStyle } from '../images/mapServer.ts';

const SEED = 0.42;
/** Mean distance of neighbouring objects: as dense as the addresses of a town. */
const STEP_M = 60;
export const center = [2_680_000, 7_740_000] as const;

/** Half the side of the square that holds so many objects. */
export const halfSideM = (count: number): number => (STEP_M * Math.sqrt(count)) / 2;

/** Indexes that no request of this benchmark reads, and one that is faster to make at the end. */
const dropped = ['words', 'name_order', 'added', 'kadastrs', 'place'];

const number = (value: number) => sql`${value}::float8`;

/** A point anywhere in the cell. */
const point = sql`ST_MakePoint(x + random() * ${number(STEP_M)}, y + random() * ${number(STEP_M)})`;

/** A quadrangle that fills most of the cell. */
const corner = (across: number, down: number) =>
  sql`ST_MakePoint(x + ${number(across)} + random() * ${number(STEP_M / 5)}, y + ${number(down)} + random() * ${number(STEP_M / 5)})`;
const [near, far] = [STEP_M / 12, (STEP_M * 2) / 3];
const polygon = sql`(SELECT ST_MakePolygon(ST_MakeLine(corners || corners[1])) FROM (SELECT ARRAY[
  ${corner(near, near)}, ${corner(far, near)}, ${corner(far, far)}, ${corner(near, far)}] AS corners) AS shape)`;

interface Shapes {
  readonly kind: number;
  readonly shape: RawBuilder<unknown>;
}

/** Adds a layer with one object a cell of a square grid. */
async function addShapes(
  database: Database,
  row: Pick<Parameters<typeof addLayer>[1], 'groupId' | 'name'>,
  { kind, shape, count }: Shapes & { readonly count: number },
): Promise<LayerId> {
  const layerId = await addLayer(database, { ...row, geomStyle: geomStyle() });
  const companyId = companyOf(layerId);
  const side = Math.ceil(Math.sqrt(count));
  const [minX, minY] = center.map((middle) => middle - halfSideM(count)) as [number, number];
  await inTransaction(database, { statementMs: 0, idleMs: 0 }, async (db) => {
    await sql`SELECT setseed(${SEED})`.execute(db);
    await sql`
      INSERT INTO geoms (company_id, id, class_id, kind, measure, geom, name, description, data, is_public)
      SELECT ${companyId}::integer, new_id(${companyId}, 'geom_seq'), ${layerId}::bigint, ${kind}::smallint, 0,
             ST_SetSRID(${shape}, 3857), 'Street ' || i % 30000, 'Topic', '{}', true
      FROM generate_series(0, ${count - 1}::integer) AS i CROSS JOIN LATERAL (
        SELECT ${number(minX)} + (i % ${side}::integer) * ${number(STEP_M)} AS x,
               ${number(minY)} + (i / ${side}::integer) * ${number(STEP_M)} AS y) AS cell`.execute(db);
    await sql`UPDATE classifiers SET kinds = kinds | ${1 << (kind - 1)} WHERE id = ${layerId}`.execute(db);
  });
  return layerId;
}

export interface DenseLayers {
  readonly points: LayerId;
  readonly polygons: LayerId;
}

/** Adds two layers of the same extent, with as many points and polygons. */
export async function addDenseLayers(
  database: Database,
  groupId: Parameters<typeof addLayer>[1]['groupId'],
  count: number,
): Promise<DenseLayers> {
  const { db } = database;
  for (const name of dropped) await sql`DROP INDEX ${sql.ref(`geoms_${name}`)}`.execute(db);
  const points = await addShapes(database, { groupId, name: 'Addresses' }, { kind: 1, shape: point, count });
  const polygons = await addShapes(
    database,
    { groupId, name: 'Parcels' },
    { kind: 3, shape: polygon, count },
  );
  await inTransaction(database, { statementMs: 0 }, async (transaction) => {
    await sql`CREATE INDEX geoms_place ON geoms USING gist (class_id, geom) WHERE deleted_at IS NULL`.execute(
      transaction,
    );
  });
  await tidy(database);
  return { points, polygons };
}
