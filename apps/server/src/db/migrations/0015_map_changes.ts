import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Boxes of changed objects by layer, so that cached images stay and only the changed area is rendered again. Writers only
 * add rows, so no transaction waits for another. `xid` tells in what order changes became visible, which neither a clock
 * nor a sequence knows; `steps` counts the changes that were merged into a row.
 */
const changed = [
  'geom',
  'class_id',
  'name',
  'description',
  'data',
  'is_public',
  'review',
  'author_id',
  'visitor_id',
]
  .map((column) => `o.${column} IS DISTINCT FROM n.${column}`)
  .join(' OR ');

const note = (rows: string) => `
  INSERT INTO map_changes (company_id, class_id, id, xid, min_x, min_y, max_x, max_y)
  SELECT company_id, class_id, nextval('map_change_seq'), pg_current_xact_id()::text::bigint,
         min(ST_XMin(geom)), min(ST_YMin(geom)), max(ST_XMax(geom)), max(ST_YMax(geom))
  FROM (${rows}) AS g GROUP BY company_id, class_id, side`;

const statements = [
  'CREATE SEQUENCE map_change_seq',
  `CREATE TABLE map_changes (
     company_id integer NOT NULL,
     class_id bigint NOT NULL,
     id bigint NOT NULL,
     xid bigint NOT NULL,
     steps bigint NOT NULL DEFAULT 1,
     min_x double precision NOT NULL,
     min_y double precision NOT NULL,
     max_x double precision NOT NULL,
     max_y double precision NOT NULL,
     PRIMARY KEY (company_id, class_id, id)
   )`,
  `CREATE FUNCTION note_added() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     ${note('SELECT company_id, class_id, geom, 0 AS side FROM rows_after WHERE deleted_at IS NULL')};
     RETURN NULL;
   END $$`,
  // A moved object changes its old and its new position, and not the area between them: hence two rows.
  `CREATE FUNCTION note_changed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     ${note(`
       SELECT side.* FROM rows_before AS o JOIN rows_after AS n ON n.company_id = o.company_id AND n.id = o.id
       CROSS JOIN LATERAL (
         SELECT o.company_id, o.class_id, o.geom, 0 AS side WHERE o.deleted_at IS NULL
         UNION ALL SELECT n.company_id, n.class_id, n.geom, 1 WHERE n.deleted_at IS NULL) AS side
       WHERE (o.deleted_at IS NULL) <> (n.deleted_at IS NULL) OR n.deleted_at IS NULL AND (${changed})`)};
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION note_removed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     ${note('SELECT company_id, class_id, geom, 0 AS side FROM rows_before WHERE deleted_at IS NULL')};
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER geoms_map_added AFTER INSERT ON geoms REFERENCING NEW TABLE AS rows_after
     FOR EACH STATEMENT EXECUTE FUNCTION note_added()`,
  `CREATE TRIGGER geoms_map_changed AFTER UPDATE ON geoms REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
     FOR EACH STATEMENT EXECUTE FUNCTION note_changed()`,
  `CREATE TRIGGER geoms_map_removed AFTER DELETE ON geoms REFERENCING OLD TABLE AS rows_before
     FOR EACH STATEMENT EXECUTE FUNCTION note_removed()`,
  // Few rows: whether somebody has objects in a layer that only he and its unit see.
  `CREATE INDEX geoms_kept_back ON geoms (company_id, class_id) WHERE review IS NOT NULL AND deleted_at IS NULL`,
];

export const mapChanges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
