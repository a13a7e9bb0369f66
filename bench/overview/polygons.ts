import { createCompany, type Database, inTransaction } from '@pgis/server';
import { sql } from 'kysely';
import { tidy } from '../extent/polygons.ts';

const seed = 0.42;
/** Indexes that rendering does not use; keeping them would take most of the time of adding the rows. */
const unread = ['words', 'name_order', 'added', 'kadastrs', 'place'];

export interface Grid {
  /** Left edge in EPSG:3857. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Polygons by default. */
  readonly geometry?: 'points' | 'polygons';
}

const kinds = { points: 1, polygons: 3 } as const;

/** A public layer for each grid, with one point or seven-cornered polygon a cell, from a fixed seed. */
export async function addGrids(
  database: Database,
  geomStyle: string,
  grids: readonly Grid[],
): Promise<number[]> {
  const added = await inTransaction(database, { statementMs: 0 }, async (db) => {
    const { companyId } = await createCompany(db, { name: 'Bench' });
    for (const name of unread) await sql`DROP INDEX ${sql.ref(`geoms_${name}`)}`.execute(db);
    await sql`SELECT setseed(${sql.lit(seed)})`.execute(db);
    const ids: number[] = [];
    for (const { left, top, width, height, columns, rows, geometry = 'polygons' } of grids) {
      const kind = kinds[geometry];
      const [stepX, stepY] = [width / columns, height / rows];
      const { rows: made } = await sql<{ id: number }>`
        WITH parent AS (INSERT INTO classifiers (company_id, id, parent_id, kind, unit_id, name)
          SELECT ${companyId}::integer, new_id(${companyId}, 'classifier_seq'), 1, 'group', id, 'Bench'
          FROM units WHERE company_id = ${companyId} RETURNING id)
        INSERT INTO classifiers (company_id, id, parent_id, kind, name, geom_style, kinds)
        SELECT ${companyId}::integer, new_id(${companyId}, 'classifier_seq'), id, 'layer', ${geometry}, ${geomStyle}, ${1 << (kind - 1)}::integer
        FROM parent RETURNING id`.execute(db);
      const id = made[0]?.id ?? 0;
      ids.push(id);
      await sql`
        INSERT INTO geoms (company_id, id, class_id, kind, measure, geom, is_public)
        SELECT ${companyId}::integer, new_id(${companyId}, 'geom_seq'), ${id}::bigint, ${kind}::smallint, 0, ST_SetSRID(CASE ${kind}::smallint WHEN 1 THEN corners[1]
               ELSE ST_MakePolygon(ST_MakeLine(array_append(corners, corners[1]))) END, 3857), true
        FROM generate_series(0, ${columns * rows - 1}::integer) AS i CROSS JOIN LATERAL (
          SELECT array_agg(ST_MakePoint(
            ${left}::float8 + (i % ${columns}::integer + 0.5 + cos(radians(k * 360.0 / 7)) * (0.3 + random() * 0.2)) * ${stepX}::float8,
            ${top}::float8 - (i / ${columns}::integer + 0.5 + sin(radians(k * 360.0 / 7)) * (0.3 + random() * 0.2)) * ${stepY}::float8
          ) ORDER BY k) AS corners
          FROM generate_series(0, 6) AS k) AS shape`.execute(db);
    }
    await sql`CREATE INDEX geoms_place ON geoms USING gist (class_id, geom) WHERE deleted_at IS NULL`.execute(
      db,
    );
    return ids;
  });
  await tidy(database);
  return added;
}
