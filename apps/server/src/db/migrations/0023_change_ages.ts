import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Columns that decide where an object is drawn and what it says, but not who sees it. */
const harmless = ['geom', 'name', 'description'];
/** The other columns that images depend on: rights, and `data`, which the rulesets of views compare. */
const urgent = ['class_id', 'data', 'is_public', 'review', 'author_id', 'visitor_id'];
const differs = (columns: readonly string[]) =>
  columns.map((column) => `o.${column} IS DISTINCT FROM n.${column}`).join(' OR ');

/** These are the limits of 0019; a migration imports no other. */
const MAX_BOXES = 36;
const CELLS = 6;
const cell = (from: string, to: string) =>
  `least(${CELLS - 1}, coalesce(floor(${CELLS} * ((${from} + ${to}) / 2 - min(${from}) OVER layer)
     / nullif(max(${to}) OVER layer - min(${from}) OVER layer, 0)), 0))`;

const note = (rows: string, isUrgent: string) => `
  INSERT INTO map_changes (company_id, class_id, id, xid, min_x, min_y, max_x, max_y, is_urgent)
  SELECT company_id, class_id, nextval('map_change_seq'), pg_current_xact_id()::text::bigint,
         min(ST_XMin(geom)), min(ST_YMin(geom)), max(ST_XMax(geom)), max(ST_YMax(geom)), ${isUrgent}
  FROM ${rows} WHERE deleted_at IS NULL GROUP BY company_id, class_id`;

/**
 * Age and urgency of changes: for a few seconds an image may lack a new object, but it never shows what somebody may no
 * longer see. Older rows count as urgent, and so do deletions: `note_removed` leaves the column at its default.
 */
export const changeAges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      'ALTER TABLE map_changes ADD COLUMN IF NOT EXISTS is_urgent boolean NOT NULL DEFAULT true',
      'ALTER TABLE map_changes ADD COLUMN IF NOT EXISTS changed_at timestamptz NOT NULL DEFAULT now()',
      'ALTER TABLE map_changes ALTER COLUMN changed_at SET DEFAULT clock_timestamp()',
      `CREATE OR REPLACE FUNCTION note_added() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         ${note('rows_after', 'bool_or(review IS NOT NULL)')};
         RETURN NULL;
       END $$`,
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
             WHERE changed.is_urgent OR ${differs(harmless)}) AS boxes
           WINDOW layer AS (PARTITION BY company_id, class_id, side)) AS placed
         GROUP BY company_id, class_id, side, slot;
         RETURN NULL;
       END $$`,
    ])
      await sql.raw(statement).execute(db);
  },
};
