import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Reports sum and sort by what a shape measures: metres of a line, square metres of a polygon, on the ellipsoid and
 * kept to the centimetre, so that both engines write the same. Kept by a trigger, because a generated column would
 * write a large table anew under a lock.
 */
const statements = [
  'ALTER TABLE geoms ADD COLUMN measure double precision',
  `CREATE FUNCTION shape_measure(shape geometry) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT round(CASE ST_Dimension(shape)
       WHEN 1 THEN ST_Length(ST_Transform(shape, 4326)::geography)
       WHEN 2 THEN ST_Area(ST_Transform(shape, 4326)::geography)
       ELSE 0 END * 100) / 100
   $$`,
  `CREATE FUNCTION keep_measure() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.measure := shape_measure(NEW.geom);
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER geoms_measure_new BEFORE INSERT ON geoms
     FOR EACH ROW WHEN (NEW.measure IS NULL) EXECUTE FUNCTION keep_measure()`,
  `CREATE TRIGGER geoms_measure_changed BEFORE UPDATE OF geom ON geoms
     FOR EACH ROW EXECUTE FUNCTION keep_measure()`,
  'UPDATE geoms SET measure = shape_measure(geom) WHERE measure IS NULL',

  // A page in one of the two usual orders reads its own rows; totals without a filter read the index alone.
  `CREATE INDEX geoms_added ON geoms (company_id, class_id, created_at, id) INCLUDE (kind, measure)
     WHERE deleted_at IS NULL`,
  `CREATE FUNCTION name_order(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT left(public.folded_text(left(given, 100)), 60)
   $$`,
  `CREATE INDEX geoms_name_order ON geoms (company_id, class_id, name_order(name) COLLATE "C", id)
     WHERE deleted_at IS NULL`,

  'CREATE SEQUENCE report_seq',
  // Files of reports that are written in the background; a row goes with its file.
  `CREATE TABLE report_exports (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     user_id bigint NOT NULL,
     session_id uuid NOT NULL,
     language text NOT NULL,
     class_id bigint NOT NULL,
     format text NOT NULL CHECK (format IN ('csv', 'xlsx', 'geojson')),
     file_name text NOT NULL,
     selection jsonb NOT NULL,
     request_id text NOT NULL DEFAULT '',
     state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
     rows_done integer NOT NULL DEFAULT 0,
     rows_total integer,
     blob_key text,
     size bigint,
     beat_at timestamptz NOT NULL DEFAULT now(),
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, user_id) REFERENCES users ON DELETE CASCADE
   )`,
  'CREATE INDEX report_exports_state ON report_exports (state, created_at)',
  'CREATE INDEX report_exports_user ON report_exports (company_id, user_id, id)',
  'CREATE INDEX report_exports_expiry ON report_exports (expires_at)',
];

export const reports: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
