import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Up to so many objects that one statement changed have a box each; more of them share those of a grid. */
const MOST_BOXES = 36;
/** The grid's, each way. */
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

/** Where the middle of a box lies in the grid over all boxes of its layer. */
const cell = (from: string, to: string) =>
  `least(${CELLS - 1}, coalesce(floor(${CELLS} * ((${from} + ${to}) / 2 - min(${from}) OVER layer)
     / nullif(max(${to}) OVER layer - min(${from}) OVER layer, 0)), 0))`;

/** What is changed at both ends of a country leaves the pictures between them as they are. */
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
                   CASE WHEN count(*) OVER layer <= ${MOST_BOXES} THEN row_number() OVER layer
                        ELSE ${cell('x1', 'x2')} * ${CELLS} + ${cell('y1', 'y2')} END AS place
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
          GROUP BY company_id, class_id, side, place;
          RETURN NULL;
        END $$`)
      .execute(db);
  },
};
