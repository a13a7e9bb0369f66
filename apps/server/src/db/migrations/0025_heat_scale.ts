import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** These are the columns and limits of 0023; a migration imports no other. */
const harmless = ['geom', 'name', 'description'];
const urgent = ['class_id', 'data', 'is_public', 'review', 'author_id', 'visitor_id'];
const differs = (columns: readonly string[]) =>
  columns.map((column) => `o.${column} IS DISTINCT FROM n.${column}`).join(' OR ');
const MAX_BOXES = 36;
const CELLS = 6;
const cell = (from: string, to: string) =>
  `least(${CELLS - 1}, coalesce(floor(${CELLS} * ((${from} + ${to}) / 2 - min(${from}) OVER layer)
     / nullif(max(${to}) OVER layer - min(${from}) OVER layer, 0)), 0))`;

/** Votes change the images of layers whose heat map weighs by them, and of no others. */
const changesHeat = `o.upvote_count <> n.upvote_count AND EXISTS (
  SELECT FROM classifiers AS l WHERE l.company_id = n.company_id AND coalesce(l.source_id, l.id) = n.class_id
    AND l.density ->> 'weight' = 'votes')`;

/** Adds the scale of a heat map, the heat that is "many" at each zoom. */
export const heatScale: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      'ALTER TABLE classifiers ADD COLUMN IF NOT EXISTS heat_scale jsonb',
      `CREATE OR REPLACE FUNCTION note_changed() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         INSERT INTO map_changes (company_id, class_id, id, xid, min_x, min_y, max_x, max_y, is_urgent)
         SELECT company_id, class_id, nextval('map_change_seq'), pg_current_xact_id()::text::bigint,
                min(x1), min(y1), max(x2), max(y2), bool_or(is_urgent)
         FROM (
           SELECT company_id, class_id, side, x1, y1, x2, y2, is_urgent,
                  CASE WHEN count(*) OVER layer <= ${MAX_BOXES} THEN row_number() OVER layer
                       ELSE ${cell('x1', 'x2')} * ${CELLS} + ${cell('y1', 'y2')} END AS slot
           FROM (
             SELECT side.company_id, side.class_id, side.side, ST_XMin(side.geom) AS x1, ST_YMin(side.geom) AS y1,
                    ST_XMax(side.geom) AS x2, ST_YMax(side.geom) AS y2, changed.is_urgent
             FROM rows_before AS o JOIN rows_after AS n ON n.company_id = o.company_id AND n.id = o.id
             CROSS JOIN LATERAL (
               SELECT (o.deleted_at IS NULL) <> (n.deleted_at IS NULL) OR ${differs(urgent)} AS is_urgent) AS changed
             CROSS JOIN LATERAL (
               SELECT o.company_id, o.class_id, o.geom, 0 AS side WHERE o.deleted_at IS NULL
               UNION ALL SELECT n.company_id, n.class_id, n.geom, 1 WHERE n.deleted_at IS NULL
                 AND (o.deleted_at IS NOT NULL OR o.class_id <> n.class_id OR o.geom IS DISTINCT FROM n.geom)) AS side
             WHERE changed.is_urgent OR ${differs(harmless)} OR ${changesHeat}) AS boxes
           WINDOW layer AS (PARTITION BY company_id, class_id, side)) AS placed
         GROUP BY company_id, class_id, side, slot;
         RETURN NULL;
       END $$`,
    ])
      await sql.raw(statement).execute(db);
  },
};
