import type { Extent } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Layer } from '../../../layers/Layer.ts';

/** A change of a layer's objects. */
interface MapChange {
  /** Extent in EPSG:3857. */
  readonly box: Extent;
  /** Seconds since the change was written. */
  readonly ageS: number;
  /** Somebody may see less than before, or an image shows what not everybody may see: no older image may be shown. */
  readonly isUrgent: boolean;
}

interface ChangeRow extends MapChange {
  readonly xid: number | null;
  readonly steps: number | null;
  readonly settled: number;
}

type ToBox = (box: Extent) => Extent;

/** Rows of a layer above which older ones are merged, and the number of newer ones that stay. */
const MAX_ROWS = 128;
const UNMERGED_ROWS = 72;
/** Columns, and rows, of the grid whose cells older changes share: images away from all changes stay valid. */
const MERGED_CELLS = 5;

/** The changes of a layer's objects so far, and their boxes. */
export class MapChanges {
  /** Oldest transaction that was running: all changes of older ones are known here; later checks start from it. */
  readonly settled: number;
  /** Grows with every change that becomes visible. */
  readonly steps: number;
  readonly #rows: readonly ChangeRow[];

  constructor(rows: readonly ChangeRow[], toBox?: ToBox) {
    const changes = rows.filter(({ xid }) => xid !== null);
    this.#rows = toBox === undefined ? changes : changes.map((row) => ({ ...row, box: toBox(row.box) }));
    this.settled = rows[0]?.settled ?? 0;
    this.steps = this.#rows.reduce((sum, { steps }) => sum + (steps ?? 0), 0);
  }

  /** Lists the changes by transactions from `settled` on that intersect an extent. */
  listSince(settled: number, [minX, minY, maxX, maxY]: Readonly<Extent>): readonly MapChange[] {
    return this.#rows.filter(
      ({ xid, box }) =>
        (xid ?? 0) >= settled && box[0] <= maxX && box[2] >= minX && box[1] <= maxY && box[3] >= minY,
    );
  }
}

/**
 * Reads `settled` and the changes in one statement, so that they are of one moment. Merges old rows where there are many.
 * `toBox` makes of exact boxes those that the caller may know.
 */
export async function readMapChanges(
  db: Kysely<Schema>,
  { companyId, ownerId }: Pick<Layer, 'companyId' | 'ownerId'>,
  toBox?: ToBox,
): Promise<MapChanges> {
  const { rows } = await sql<ChangeRow>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS settled, c.xid, c.steps,
           ARRAY[c.min_x, c.min_y, c.max_x, c.max_y] AS box, c.is_urgent AS "isUrgent",
           extract(epoch FROM clock_timestamp() - c.changed_at)::double precision AS "ageS"
    FROM (SELECT) AS one LEFT JOIN map_changes AS c
      ON c.company_id = ${companyId}::integer AND c.class_id = ${ownerId}::bigint`.execute(db);
  if (rows.length > MAX_ROWS) await mergeOldChanges(db, { companyId, ownerId });
  return new MapChanges(rows, toBox);
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
      RETURNING *),
    placed AS (SELECT *, ${cell('x')} AS grid_column, ${cell('y')} AS grid_row FROM merged)
    INSERT INTO map_changes (company_id, class_id, id, xid, steps, min_x, min_y, max_x, max_y, is_urgent, changed_at)
    SELECT company_id, class_id, nextval('map_change_seq'), max(xid), sum(steps),
           min(min_x), min(min_y), max(max_x), max(max_y), bool_or(is_urgent), min(changed_at)
    FROM placed GROUP BY company_id, class_id, grid_column, grid_row`.execute(db);
}

/** Column or row of the middle of a change in the grid over all merged changes. */
const cell = (axis: 'x' | 'y') => {
  const [min, max] = [sql.ref(`min_${axis}`), sql.ref(`max_${axis}`)];
  return sql`least(${sql.lit(MERGED_CELLS - 1)}, coalesce(floor(${sql.lit(MERGED_CELLS)}
    * ((${min} + ${max}) / 2 - min(${min}) OVER ()) / nullif(max(${max}) OVER () - min(${min}) OVER (), 0)), 0))`;
};
