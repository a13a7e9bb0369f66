import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Which unit and person gets a new case. A rule names layers and an object as its area without foreign keys: what is
 * deleted for good must not turn the rule into one for everything.
 */
const statements = [
  'CREATE SEQUENCE routing_rule_seq',
  `CREATE TABLE routing_rules (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     position integer NOT NULL,
     is_enabled boolean NOT NULL,
     layer_ids bigint[] NOT NULL,
     area geometry(Geometry, 3857),
     area_object_id bigint,
     words text[] NOT NULL,
     unit_id bigint,
     assignee_id bigint,
     priority smallint CHECK (priority BETWEEN 1 AND 3),
     due_days integer,
     days text NOT NULL CHECK (days IN ('working', 'calendar')),
     escalation jsonb,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, unit_id) REFERENCES units ON DELETE SET NULL (unit_id),
     FOREIGN KEY (company_id, assignee_id) REFERENCES users ON DELETE SET NULL (assignee_id)
   )`,
  'ALTER TABLE companies ADD COLUMN routing_version integer NOT NULL DEFAULT 0',
  'ALTER TABLE cases ADD COLUMN rule_id bigint, ADD COLUMN escalated_at timestamptz',
  `ALTER TABLE cases ADD FOREIGN KEY (company_id, rule_id) REFERENCES routing_rules ON DELETE SET NULL (rule_id)`,
  // Serves the foreign key, the counts of 30 days, and the search for what has to be escalated.
  'CREATE INDEX cases_rule ON cases (company_id, rule_id) WHERE rule_id IS NOT NULL',
];

export const routingRules: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
