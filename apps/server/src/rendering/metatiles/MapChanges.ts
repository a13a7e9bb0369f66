import type { Extent } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Layer } from '../../layers/Layer.ts';

interface ChangeRow {
  readonly xid: number | null;
  readonly steps: number | null;
  readonly box: Extent;
  readonly settled: number;
}

/** Rows of a layer above which older ones are merged into one, and the number of newer ones that stay. */
const MAX_ROWS = 128;
const UNMERGED_ROWS = 72;

/** The changes of a layer's objects so far, and their boxes. */
export class MapChanges {
  /** Oldest transaction that was running: all changes of older ones are known here; later checks start from it. */
  readonly settled: number;
  /** Grows with every change that becomes visible. */
  readonly steps: number;
  readonly #rows: readonly ChangeRow[];

  constructor(rows: readonly ChangeRow[]) {
    this.#rows = rows.filter(({ xid }) => xid !== null);
    this.settled = rows[0]?.settled ?? 0;
    this.steps = this.#rows.reduce((sum, { steps }) => sum + (steps ?? 0), 0);
  }

  /** Returns the boxes of changes by transactions from `settled` on that intersect an extent. */
  since(settled: number, [minX, minY, maxX, maxY]: Readonly<Extent>): Extent[] {
    return this.#rows
      .filter(
        ({ xid, box }) =>
          (xid ?? 0) >= settled && box[0] <= maxX && box[2] >= minX && box[1] <= maxY && box[3] >= minY,
      )
      .map(({ box }) => box);
  }
}

/** Reads `settled` and the changes in one statement, so that they are of one moment. Merges old rows where there are many. */
export async function readMapChanges(
  db: Kysely<Schema>,
  { companyId, ownerId }: Pick<Layer, 'companyId' | 'ownerId'>,
): Promise<MapChanges> {
  const { rows } = await sql<ChangeRow>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS settled, c.xid, c.steps,
           ARRAY[c.min_x, c.min_y, c.max_x, c.max_y] AS box
    FROM (SELECT) AS one LEFT JOIN map_changes AS c
      ON c.company_id = ${companyId}::integer AND c.class_id = ${ownerId}::bigint`.execute(db);
  if (rows.length > MAX_ROWS) await mergeOldChanges(db, { companyId, ownerId });
  return new MapChanges(rows);
}

/**
 * Merges only rows that every running transaction sees, under the newest of their transactions. Two callers at once each
 * delete other rows: nothing is counted twice.
 */
async function mergeOldChanges(
  db: Kysely<Schema>,
  { companyId, ownerId }: { companyId: number; ownerId: number },
): Promise<void> {
  await sql`
    WITH merged AS (
      DELETE FROM map_changes WHERE company_id = ${companyId}::integer AND class_id = ${ownerId}::bigint
        AND xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        AND id IN (SELECT id FROM map_changes WHERE company_id = ${companyId}::integer AND class_id = ${ownerId}::bigint
                   ORDER BY xid DESC, id DESC OFFSET ${sql.lit(UNMERGED_ROWS)})
      RETURNING *)
    INSERT INTO map_changes (company_id, class_id, id, xid, steps, min_x, min_y, max_x, max_y)
    SELECT company_id, class_id, nextval('map_change_seq'), max(xid), sum(steps),
           min(min_x), min(min_y), max(max_x), max(max_y)
    FROM merged GROUP BY company_id, class_id`.execute(db);
}
