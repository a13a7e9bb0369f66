import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Number of changed objects of one statement up to which each has its own box; above it they share the cells of a grid. */
const MAX_BOXES = 36;
/** Columns, and rows, of that grid. */
const CELLS = 6;

const columns = [
  'geom',
  'class_id',
  'name',
  'description',
  'data',
  'is_public',
  'review',
  'author_id',
  'visitor_id',
];
const changed = columns.map((column) => `o.${column} IS DISTINCT FROM n.${column}`).join(' OR ');

/** Cell of the middle of a box in the grid over all boxes of its layer. */
const cell = (from: string, to: string) =>
  `least(${CELLS - 1}, coalesce(floor(${CELLS} * ((${from} + ${to}) / 2 - min(${from}) OVER layer)
     / nullif(max(${to}) OVER layer - min(${from}) OVER layer, 0)), 0))`;

/** Stores one box per changed object, so that changes at both ends of a country leave the images between them valid. */
export const changeBoxes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`CREATE OR REPLACE FUNCTION note_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO map_changes (company_id, class_id, id, xid, min_x, min_y, max_x, max_y)
          SELECT company_id, class_id, nextval('map_change_seq'), pg_current_xact_id()::text::bigint,
                 min(x1), min(y1), max(x2), max(y2)
          FROM (
            SELECT company_id, class_id, side, x1, y1, x2, y2,
                   CASE WHEN count(*) OVER layer <= ${MAX_BOXES} THEN row_number() OVER layer
                        ELSE ${cell('x1', 'x2')} * ${CELLS} + ${cell('y1', 'y2')} END AS slot
            FROM (
              SELECT side.company_id, side.class_id, side.side, ST_XMin(side.geom) AS x1, ST_YMin(side.geom) AS y1,
                     ST_XMax(side.geom) AS x2, ST_YMax(side.geom) AS y2
              FROM rows_before AS o JOIN rows_after AS n ON n.company_id = o.company_id AND n.id = o.id
              CROSS JOIN LATERAL (
                SELECT o.company_id, o.class_id, o.geom, 0 AS side WHERE o.deleted_at IS NULL
                UNION ALL SELECT n.company_id, n.class_id, n.geom, 1 WHERE n.deleted_at IS NULL
                  AND (o.deleted_at IS NOT NULL OR o.class_id <> n.class_id OR o.geom IS DISTINCT FROM n.geom)) AS side
              WHERE (o.deleted_at IS NULL) <> (n.deleted_at IS NULL) OR n.deleted_at IS NULL AND (${changed})) AS boxes
            WINDOW layer AS (PARTITION BY company_id, class_id, side)) AS placed
          GROUP BY company_id, class_id, side, slot;
          RETURN NULL;
        END $$`)
      .execute(db);
  },
};
