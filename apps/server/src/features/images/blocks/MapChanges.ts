import type { Extent } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ShownLayer } from '../../classifiers/index.ts';

interface ChangeRow {
  readonly xid: number | null;
  readonly steps: number | null;
  readonly box: Extent;
  readonly settled: number;
}

/** Rows of a layer past which older ones are put together. */
const MOST_ROWS = 128;
const KEPT_ROWS = 72;

/** What has happened to the objects of a layer so far, and where. */
export class MapChanges {
  /** Every change of an older transaction is known here: what is drawn now has to be looked at again from there on. */
  readonly settled: number;
  /** Rises with every change that becomes visible. */
  readonly steps: number;
  readonly #rows: readonly ChangeRow[];

  constructor(rows: readonly ChangeRow[]) {
    this.#rows = rows.filter(({ xid }) => xid !== null);
    this.settled = rows[0]?.settled ?? 0;
    this.steps = this.#rows.reduce((sum, { steps }) => sum + (steps ?? 0), 0);
  }

  /** Boxes that touch an extent, of transactions from `settled` on. */
  since(settled: number, [minX, minY, maxX, maxY]: Readonly<Extent>): Extent[] {
    return this.#rows
      .filter(
        ({ xid, box }) =>
          (xid ?? 0) >= settled && box[0] <= maxX && box[2] >= minX && box[1] <= maxY && box[3] >= minY,
      )
      .map(({ box }) => box);
  }
}

/** One statement, so that `settled` and the changes are of one moment. Puts old rows together where there are many. */
export async function readMapChanges(
  db: Kysely<Schema>,
  { companyId, ownerId }: Pick<ShownLayer, 'companyId' | 'ownerId'>,
): Promise<MapChanges> {
  const { rows } = await sql<ChangeRow>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS settled, c.xid, c.steps,
           ARRAY[c.min_x, c.min_y, c.max_x, c.max_y] AS box
    FROM (SELECT) AS one LEFT JOIN map_changes AS c
      ON c.company_id = ${companyId}::integer AND c.class_id = ${ownerId}::bigint`.execute(db);
  if (rows.length > MOST_ROWS) await joinOldChanges(db, { companyId, ownerId });
  return new MapChanges(rows);
}

/**
 * Only what every running transaction sees is put together, under its newest transaction. Two who do this at once each
 * take other rows: nothing is counted twice.
 */
async function joinOldChanges(
  db: Kysely<Schema>,
  { companyId, ownerId }: { companyId: number; ownerId: number },
): Promise<void> {
  await sql`
    WITH taken AS (
      DELETE FROM map_changes WHERE company_id = ${companyId}::integer AND class_id = ${ownerId}::bigint
        AND xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        AND id IN (SELECT id FROM map_changes WHERE company_id = ${companyId}::integer AND class_id = ${ownerId}::bigint
                   ORDER BY xid DESC, id DESC OFFSET ${sql.lit(KEPT_ROWS)})
      RETURNING *)
    INSERT INTO map_changes (company_id, class_id, id, xid, steps, min_x, min_y, max_x, max_y)
    SELECT company_id, class_id, nextval('map_change_seq'), max(xid), sum(steps),
           min(min_x), min(min_y), max(max_x), max(max_y)
    FROM taken GROUP BY company_id, class_id`.execute(db);
}
