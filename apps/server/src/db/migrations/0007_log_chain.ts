import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The sealed chain of the log (decision 0020), and what its screen asks for. A row may be sealed once; later only what
 * a person is known by may be erased from it, by a transaction that says so.
 */
const statements = [
  `ALTER TABLE audit_log ADD COLUMN layer_id bigint, ADD COLUMN salt bytea, ADD COLUMN digest bytea`,
  // The last link of each company's chain; its row lock puts sealers and erasers one behind the other.
  `CREATE TABLE audit_chains (
     company_id integer PRIMARY KEY REFERENCES companies,
     seal_no bigint NOT NULL DEFAULT 0,
     seal bytea NOT NULL DEFAULT ''
   )`,
  `CREATE INDEX audit_log_unsealed ON audit_log (company_id, id) WHERE seal IS NULL`,
  `CREATE UNIQUE INDEX audit_log_seal_no ON audit_log (company_id, seal_no) WHERE seal_no IS NOT NULL`,
  `CREATE INDEX audit_log_at ON audit_log (company_id, at, id)`,
  `CREATE INDEX audit_log_user ON audit_log (company_id, user_id, at, id) WHERE user_id IS NOT NULL`,
  `CREATE INDEX audit_log_action ON audit_log (company_id, action, at, id)`,
  `CREATE INDEX audit_log_layer ON audit_log (company_id, layer_id, at, id) WHERE layer_id IS NOT NULL`,
  `CREATE INDEX audit_log_unit ON audit_log (company_id, unit_id, at, id) WHERE unit_id IS NOT NULL`,
  `CREATE OR REPLACE FUNCTION audit_log_is_insert_only() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     seals CONSTANT text[] := ARRAY['seal', 'seal_no', 'salt', 'digest'];
     erased CONSTANT text[] := ARRAY['user_name', 'ip', 'entity_name', 'details', 'salt'];
   BEGIN
     IF TG_OP = 'UPDATE' AND OLD.seal IS NULL AND NEW.seal IS NOT NULL
        AND (to_jsonb(NEW) - seals) = (to_jsonb(OLD) - seals) THEN
       RETURN NEW;
     END IF;
     IF TG_OP = 'UPDATE' AND current_setting('pgis.erasing', true) = 'on'
        AND (to_jsonb(NEW) - erased) = (to_jsonb(OLD) - erased) THEN
       RETURN NEW;
     END IF;
     RAISE EXCEPTION 'the audit log is insert-only';
   END $$`,
];

export const logChain: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
