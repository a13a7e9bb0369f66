import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Tenant-first schema: `company_id` leads every key; ids carry the tenant (`new_id`), so that a bare id is enough
 * to find its tenant and the tables can be distributed later (docs/architecture.md, "Schema rules").
 * One storage projection, EPSG:3857. Statements run one by one, in the migrator's transaction.
 */
const statements = [
  'CREATE EXTENSION IF NOT EXISTS postgis',
  'CREATE EXTENSION IF NOT EXISTS btree_gist',

  ...['company', 'unit', 'user', 'group', 'geom', 'comment', 'audit'].map(
    (name) => `CREATE SEQUENCE ${name}_seq`,
  ),
  // The system's own rows (company 0) take 1, 2, 3 and base layer 1.
  'CREATE SEQUENCE classifier_seq START 11',
  'CREATE SEQUENCE map_layer_seq START 11',

  `CREATE FUNCTION new_id(company integer, counter regclass) RETURNS bigint LANGUAGE sql VOLATILE
     AS $$ SELECT company::bigint * 4294967296 + nextval(counter) $$`,

  `CREATE TABLE companies (
     company_id integer PRIMARY KEY,
     name text NOT NULL,
     reg_number text NOT NULL DEFAULT '',
     address text NOT NULL DEFAULT '',
     email text NOT NULL DEFAULT '',
     phone text NOT NULL DEFAULT '',
     website text NOT NULL DEFAULT '',
     default_lon double precision,
     default_lat double precision,
     default_zoom double precision,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
  `INSERT INTO companies (company_id, name) VALUES (0, 'System')`,

  `CREATE TABLE units (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     parent_id bigint,
     name text NOT NULL,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, parent_id) REFERENCES units
   )`,

  `CREATE TABLE users (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     email text NOT NULL CHECK (email = lower(email)),
     password_hash text,
     first_name text NOT NULL DEFAULT '',
     last_name text NOT NULL DEFAULT '',
     phone text NOT NULL DEFAULT '',
     position text NOT NULL DEFAULT '',
     language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ru', 'lv')),
     status text NOT NULL DEFAULT 'enabled' CHECK (status IN ('invited', 'enabled', 'disabled')),
     first_login boolean NOT NULL DEFAULT true,
     preferences jsonb NOT NULL DEFAULT '{}',
     last_login_at timestamptz,
     last_activity_at timestamptz,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (company_id, id)
   )`,
  // Sign-in knows only the e-mail: the one unique index without the tenant.
  'CREATE UNIQUE INDEX users_email ON users (email)',

  `CREATE TABLE groups (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     name text NOT NULL,
     module_admin boolean NOT NULL DEFAULT false,
     module_custom_reports boolean NOT NULL DEFAULT false,
     PRIMARY KEY (company_id, id)
   )`,
  `CREATE TABLE group_members (
     company_id integer NOT NULL,
     group_id bigint NOT NULL,
     user_id bigint NOT NULL,
     PRIMARY KEY (company_id, group_id, user_id),
     FOREIGN KEY (company_id, group_id) REFERENCES groups ON DELETE CASCADE,
     FOREIGN KEY (company_id, user_id) REFERENCES users ON DELETE CASCADE
   )`,
  'CREATE INDEX group_members_user ON group_members (company_id, user_id)',
  `CREATE TABLE group_grants (
     company_id integer NOT NULL,
     group_id bigint NOT NULL,
     unit_id bigint NOT NULL,
     level text NOT NULL CHECK (level IN ('Read', 'Write', 'Admin')),
     PRIMARY KEY (company_id, group_id, unit_id),
     FOREIGN KEY (company_id, group_id) REFERENCES groups ON DELETE CASCADE,
     FOREIGN KEY (company_id, unit_id) REFERENCES units ON DELETE CASCADE
   )`,

  `CREATE TABLE sessions (
     company_id integer NOT NULL,
     id uuid NOT NULL,
     user_id bigint NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     ended_at timestamptz,
     end_reason text,
     ip text NOT NULL DEFAULT '',
     user_agent text NOT NULL DEFAULT '',
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, user_id) REFERENCES users ON DELETE CASCADE
   )`,
  'CREATE INDEX sessions_user ON sessions (company_id, user_id) WHERE ended_at IS NULL',
  // One row per refreshed access token (D-SESS-04); the row decides, not the process.
  `CREATE TABLE session_refreshes (
     company_id integer NOT NULL,
     session_id uuid NOT NULL,
     access_jti uuid NOT NULL,
     token_hash bytea NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     used_at timestamptz,
     new_jti uuid,
     PRIMARY KEY (company_id, session_id, access_jti),
     FOREIGN KEY (company_id, session_id) REFERENCES sessions ON DELETE CASCADE
   )`,
  // Invitation and reset links, hashed, one use.
  `CREATE TABLE one_time_tokens (
     company_id integer NOT NULL,
     token_hash bytea NOT NULL,
     user_id bigint NOT NULL,
     kind text NOT NULL CHECK (kind IN ('invitation', 'reset')),
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     used_at timestamptz,
     PRIMARY KEY (company_id, token_hash),
     FOREIGN KEY (company_id, user_id) REFERENCES users ON DELETE CASCADE
   )`,
  'CREATE INDEX one_time_tokens_hash ON one_time_tokens (token_hash)',
  // Events that every process counts per hour or quarter of an hour: failed sign-ins, visitors' adds and votes.
  `CREATE TABLE rate_events (
     kind text NOT NULL,
     key text NOT NULL,
     at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX rate_events_key ON rate_events (kind, key, at)',
  'CREATE INDEX rate_events_at ON rate_events (at)',
  // Keys made at first start: token signing, visitor cookie.
  `CREATE TABLE server_secrets (
     name text PRIMARY KEY,
     value text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,

  `CREATE TABLE classifiers (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     parent_id bigint,
     kind text NOT NULL CHECK (kind IN ('root', 'group', 'layer', 'statusGroup', 'status')),
     source_id bigint,
     unit_id bigint,
     name text NOT NULL,
     description text NOT NULL DEFAULT '',
     names jsonb NOT NULL DEFAULT '{}',
     status_type text CHECK (status_type IN ('open', 'fixed', 'closed')),
     position integer NOT NULL DEFAULT 0,
     zoom_from double precision,
     zoom_to double precision,
     z_index double precision NOT NULL DEFAULT 0,
     serverside boolean NOT NULL DEFAULT false,
     allow_public_registration boolean NOT NULL DEFAULT false,
     show_default boolean NOT NULL DEFAULT false,
     all_objects_public boolean,
     geom_style text NOT NULL DEFAULT '',
     layer_fields jsonb NOT NULL DEFAULT '[]',
     ruleset jsonb,
     kinds smallint NOT NULL DEFAULT 0,
     version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     deleted_at timestamptz,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, source_id) REFERENCES classifiers,
     FOREIGN KEY (company_id, unit_id) REFERENCES units,
     CHECK (NOT (allow_public_registration AND all_objects_public IS FALSE))
   )`,
  'CREATE INDEX classifiers_parent ON classifiers (company_id, parent_id) WHERE deleted_at IS NULL',
  `INSERT INTO classifiers (company_id, id, parent_id, kind, name, names, position) VALUES
     (0, 1, NULL, 'root', 'Objects', '{"en":"Objects","ru":"Объекты","lv":"Objekti"}', 1),
     (0, 2, NULL, 'root', 'Statuses', '{"en":"Statuses","ru":"Статусы","lv":"Statusi"}', 2),
     (0, 3, 2, 'statusGroup', 'Comment statuses',
      '{"en":"Comment statuses","ru":"Статусы комментариев","lv":"Komentāru statusi"}', 1)`,

  // kind: 1 points, 2 lines, 3 polygons (single or multi).
  `CREATE TABLE geoms (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     class_id bigint NOT NULL,
     kind smallint NOT NULL,
     geom geometry(Geometry, 3857) NOT NULL,
     name text NOT NULL DEFAULT '',
     description text NOT NULL DEFAULT '',
     data jsonb NOT NULL DEFAULT '{}',
     is_public boolean NOT NULL DEFAULT false,
     user_email text NOT NULL DEFAULT '',
     author_id bigint,
     visitor_id uuid,
     upvote_count integer NOT NULL DEFAULT 0,
     latest_comment_id bigint,
     latest_public_comment_id bigint,
     import_key text,
     version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     deleted_at timestamptz,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, class_id) REFERENCES classifiers,
     CONSTRAINT geoms_kind CHECK (kind = CASE
       WHEN GeometryType(geom) IN ('POINT', 'MULTIPOINT') THEN 1
       WHEN GeometryType(geom) IN ('LINESTRING', 'MULTILINESTRING') THEN 2
       WHEN GeometryType(geom) IN ('POLYGON', 'MULTIPOLYGON') THEN 3 END),
     CONSTRAINT geoms_world CHECK (
       ST_XMin(geom) >= -20037508.342789244 AND ST_XMax(geom) <= 20037508.342789244 AND
       ST_YMin(geom) >= -20037508.342789244 AND ST_YMax(geom) <= 20037508.342789244),
     CONSTRAINT geoms_points CHECK (ST_NPoints(geom) BETWEEN 1 AND 20000)
   )`,
  'CREATE INDEX geoms_place ON geoms USING gist (class_id, geom) WHERE deleted_at IS NULL',
  'CREATE INDEX geoms_class ON geoms (company_id, class_id, id) WHERE deleted_at IS NULL',
  `CREATE UNIQUE INDEX geoms_import_key ON geoms (company_id, class_id, import_key)
     WHERE import_key IS NOT NULL AND deleted_at IS NULL`,

  `CREATE TABLE comments (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     geom_id bigint NOT NULL,
     content text NOT NULL,
     status_id bigint NOT NULL,
     is_public boolean NOT NULL DEFAULT false,
     author_id bigint,
     author_name text NOT NULL DEFAULT '',
     added_at timestamptz NOT NULL DEFAULT now(),
     deleted_at timestamptz,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, geom_id) REFERENCES geoms,
     FOREIGN KEY (company_id, status_id) REFERENCES classifiers
   )`,
  'CREATE INDEX comments_geom ON comments (company_id, geom_id, added_at) WHERE deleted_at IS NULL',

  // voter: `u:USER_ID` or `v:VISITOR_UUID` (D-OBJ-06).
  `CREATE TABLE upvotes (
     company_id integer NOT NULL,
     geom_id bigint NOT NULL,
     voter text NOT NULL,
     at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (company_id, geom_id, voter),
     FOREIGN KEY (company_id, geom_id) REFERENCES geoms
   )`,

  `CREATE TABLE idempotency_keys (
     company_id integer NOT NULL,
     key_hash bytea NOT NULL,
     request_hash bytea NOT NULL,
     geom_id bigint NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (company_id, key_hash)
   )`,

  `CREATE TABLE audit_log (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     at timestamptz NOT NULL DEFAULT now(),
     user_id bigint,
     user_name text NOT NULL DEFAULT '',
     ip text NOT NULL DEFAULT '',
     action text NOT NULL,
     entity text NOT NULL,
     entity_id bigint,
     entity_name text NOT NULL DEFAULT '',
     unit_id bigint,
     result text NOT NULL DEFAULT 'ok',
     details jsonb NOT NULL DEFAULT '{}',
     request_id text NOT NULL DEFAULT '',
     seal_no bigint,
     seal bytea,
     PRIMARY KEY (company_id, id)
   )`,
  'CREATE INDEX audit_log_entity ON audit_log (company_id, entity, entity_id, id)',
  // Insert-only: a row may be sealed once, nothing else.
  `CREATE FUNCTION audit_log_is_insert_only() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'UPDATE' AND OLD.seal IS NULL
        AND (to_jsonb(NEW) - 'seal' - 'seal_no') = (to_jsonb(OLD) - 'seal' - 'seal_no') THEN
       RETURN NEW;
     END IF;
     RAISE EXCEPTION 'the audit log is insert-only';
   END $$`,
  `CREATE TRIGGER audit_log_guard BEFORE UPDATE OR DELETE ON audit_log
     FOR EACH ROW EXECUTE FUNCTION audit_log_is_insert_only()`,
  `CREATE TRIGGER audit_log_keep BEFORE TRUNCATE ON audit_log
     FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_insert_only()`,

  `CREATE TABLE map_layers (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     name text NOT NULL,
     names jsonb NOT NULL DEFAULT '{}',
     group_name text NOT NULL DEFAULT '',
     overlay boolean NOT NULL DEFAULT false,
     source_type text NOT NULL CHECK (source_type IN ('XYZ', 'BingMaps', 'TileWMS')),
     source_json text NOT NULL,
     visibility boolean NOT NULL DEFAULT true,
     version integer NOT NULL DEFAULT 1,
     PRIMARY KEY (company_id, id)
   )`,
  `INSERT INTO map_layers (company_id, id, name, names, source_type, source_json) VALUES
     (0, 1, 'Latvia, offline', '{"en":"Latvia, offline","ru":"Латвия, без сети","lv":"Latvija, bezsaistē"}', 'XYZ',
      '{"url":"/api/v1/base-map/{scheme}/{z}/{x}/{y}.png","maxZoom":19}'),
     (0, 2, 'OpenStreetMap', '{}', 'XYZ',
      '{"url":"https://tile.openstreetmap.org/{z}/{x}/{y}.png","maxZoom":19,"attributions":"© OpenStreetMap contributors"}')`,
];

export const tenantsTreeObjects: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
