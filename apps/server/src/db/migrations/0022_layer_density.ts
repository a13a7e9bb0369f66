import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How a layer is drawn where its objects crowd, and how close they lie. Layers from before are drawn as they are. */
export const layerDensity: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE classifiers
      ADD COLUMN IF NOT EXISTS density jsonb NOT NULL DEFAULT '{"kind":"asIs"}',
      ADD COLUMN IF NOT EXISTS spacing jsonb,
      ADD COLUMN IF NOT EXISTS spacing_steps bigint,
      ADD COLUMN IF NOT EXISTS spacing_at timestamptz`.execute(db);
  },
};
