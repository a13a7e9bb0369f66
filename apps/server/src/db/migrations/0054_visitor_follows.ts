import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Follows and notices of visitors, who have an e-mail address in place of an account. */
const statements = [
  `ALTER TABLE follows ALTER COLUMN user_id DROP NOT NULL, ADD COLUMN email text, ADD COLUMN language text,
     ADD COLUMN confirmed_at timestamptz`,
  `ALTER TABLE follows ADD CONSTRAINT follows_follower
     CHECK ((user_id IS NULL) = (email IS NOT NULL AND language IS NOT NULL))`,
  'CREATE INDEX follows_email ON follows (lower(email)) WHERE email IS NOT NULL',
  'ALTER TABLE notices ALTER COLUMN user_id DROP NOT NULL, ADD COLUMN follow_id bigint',
  `ALTER TABLE notices ADD CONSTRAINT notices_recipient CHECK ((user_id IS NULL) = (follow_id IS NOT NULL)),
     ADD FOREIGN KEY (company_id, follow_id) REFERENCES follows ON DELETE CASCADE`,
  // News that wait for a mail are one row of each kind about one object.
  `CREATE UNIQUE INDEX notices_follow ON notices (company_id, follow_id, kind, geom_id)
     WHERE follow_id IS NOT NULL AND mail_at IS NOT NULL`,
  // The end of a follow deletes all of its notices, mailed or not.
  'CREATE INDEX notices_follow_id ON notices (company_id, follow_id) WHERE follow_id IS NOT NULL',
  'CREATE INDEX notices_mailed ON notices (at) WHERE follow_id IS NOT NULL AND mail_at IS NULL',
];

export const visitorFollows: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
