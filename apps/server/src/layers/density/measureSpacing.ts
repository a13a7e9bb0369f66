import { type HeatScale, type LayerSpacing, MIN_THINNED_POINTS } from '@pgis/cartography';
import { companyOf, type LayerDensity, type LayerId, limits } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Database } from '../../db/openDatabase.ts';
import type { Schema } from '../../db/schema.ts';
import type { Layer } from '../Layer.ts';
import { layerPermissions } from '../layerPermissions.ts';
import { type LayerAccess, layerConstants } from '../layerQuery.ts';
import { listLayersById } from '../listLayersById.ts';
import { objectKinds } from '../ObjectKind.ts';
import { visibleGeometry } from '../visibleGeometry.ts';
import { visibleObjects } from '../visibleObjects.ts';
import { isAlikeHeat, measureHeat } from './measureHeat.ts';

/** Side of the cells in which points are counted, at the zoom of the measure. */
const CELL_PX = 64;
/** Points in a filled cell at that zoom: about as many as make the distance between them the middle of the thresholds. */
const POINTS_PER_CELL = 16;
const MAX_MEASURED_ZOOM = 22;
/** The crowded quarter of a layer decides: one village in an empty country is drawn as one. */
const CROWDED_SHARE = 0.25;
/** A smaller change of the measure is not stored: it would redraw the cached images of the layer for nothing. */
const SIGNIFICANT_CHANGE = 0.1;

/**
 * Measures how close the objects of a thinned layer lie, all objects that the layer shows to
 * somebody, where visitors see them, or what is "many" in
 * a heat map, and stores it. The version of the layer stays: nobody has changed it. If somebody changes the layer during
 * the measure, nothing is stored, and the next run of the job measures again. Other layers are not measured.
 */
export async function measureSpacing(db: Kysely<Schema>, layerId: LayerId): Promise<void> {
  const [layer] = await listLayersById(db, [layerId]);
  if (layer === undefined || !isMeasured(layer.density)) return;
  // Read before the measure: what changes meanwhile makes it outdated.
  const { steps } = await db
    .selectFrom('map_changes')
    .select(sql<number>`coalesce(sum(steps), 0)`.as('steps'))
    .where('company_id', '=', layer.companyId)
    .where('class_id', '=', layer.ownerId)
    .executeTakeFirstOrThrow();
  const measure =
    layer.density.kind === 'heat'
      ? { heat_scale: JSON.stringify(await measureScale(db, layer)) }
      : { spacing: JSON.stringify(await measureDistances(db, layer)) };
  await db
    .updateTable('classifiers')
    .set({ ...measure, spacing_steps: steps, spacing_at: sql<Date>`now()` })
    .where('company_id', '=', companyOf(layerId))
    .where('id', '=', layerId)
    .where('version', '=', layer.version)
    .execute();
}

const isMeasured = ({ kind }: LayerDensity): boolean => kind === 'thinned' || kind === 'heat';

async function measureScale(db: Kysely<Schema>, layer: Layer): Promise<HeatScale> {
  const measured = await measureHeat(db, layer);
  const { heatScale } = layer;
  return heatScale !== null && isAlikeHeat(heatScale, measured, SIGNIFICANT_CHANGE) ? heatScale : measured;
}

async function measureDistances(db: Kysely<Schema>, layer: Layer): Promise<LayerSpacing> {
  const open = layerPermissions({ kind: 'anonymous', visitorId: undefined, address: '' }, layer);
  const access: LayerAccess = {
    layer,
    rights: { ...open, objects: 'all', unreviewed: 'all' },
    filters: [],
  };
  const measured: LayerSpacing = {
    pointM: await measurePoints(db, access),
    polygonM: await measurePolygons(db, access),
  };
  return layer.spacing !== null && isAlikeSpacing(layer.spacing, measured) ? layer.spacing : measured;
}

/** Has a layer measured by the next run of the job. `dropsScale` also deletes the scale of its heat map at once. */
export async function markSpacingOutdated(
  db: Kysely<Schema>,
  layerId: LayerId,
  { dropsScale }: { readonly dropsScale: boolean },
): Promise<void> {
  await db
    .updateTable('classifiers')
    .set({ spacing_at: null, spacing_steps: null, ...(dropsScale && { heat_scale: null }) })
    .where('company_id', '=', companyOf(layerId))
    .where('id', '=', layerId)
    .execute();
}

/**
 * Measures a layer in a transaction of its own, after its change has been committed: nobody who writes waits for the
 * measure, and the change stands if it fails. The job measures what failed here.
 */
export async function measureCommitted(database: Database, layerId: LayerId): Promise<void> {
  const options = { statementMs: limits.statementMs.report };
  await inTransaction(database, options, (db) => measureSpacing(db, layerId)).catch(() => {});
}

/** True when both distances are about the same. */
export const isAlikeSpacing = (a: LayerSpacing, b: LayerSpacing): boolean =>
  (['pointM', 'polygonM'] as const).every((name) => {
    const [one, other] = [a[name], b[name]];
    if (one === null || other === null) return one === other;
    return Math.abs(one - other) <= SIGNIFICANT_CHANGE * one;
  });

interface CellCount {
  readonly points: number;
  readonly cells: number;
  /** Points in a cell of which a quarter of the filled cells holds at least as many. */
  readonly crowded: number | null;
}

/**
 * The distance of points depends on the cells: in small ones each point is alone, large ones are half empty. The measure
 * takes the zoom at which cells hold about `POINTS_PER_CELL` points, found by halving.
 */
async function measurePoints(db: Kysely<Schema>, access: LayerAccess): Promise<number | null> {
  const geometry = visibleGeometry([access]);
  const countAt = async (zoom: number): Promise<CellCount> => {
    const cellM = CELL_PX * resolutionFromZoom(zoom);
    const at = (axis: 'X' | 'Y') =>
      sql`floor((ST_${sql.raw(axis)}Min(${geometry}) + ST_${sql.raw(axis)}Max(${geometry})) / 2 / ${cellM}::float8)`;
    const { rows } = await sql<CellCount>`
      SELECT coalesce(sum(points), 0)::integer AS points, count(*)::integer AS cells,
             percentile_cont(${1 - CROWDED_SHARE}::float8) WITHIN GROUP (ORDER BY points) AS crowded
      FROM (SELECT count(*) AS points FROM ${layerConstants(access)}
            JOIN geoms AS g ON ${visibleObjects([access])} AND g.kind = ${sql.lit(objectKinds.point)}
            GROUP BY ${at('X')}, ${at('Y')}) AS cell`.execute(db);
    return rows[0] as CellCount;
  };
  let [low, high] = [0, MAX_MEASURED_ZOOM];
  let found = await countAt(low);
  if (found.points < MIN_THINNED_POINTS) return null;
  // The largest zoom at which a cell still holds that many points.
  while (low < high) {
    const zoom = Math.ceil((low + high) / 2);
    const count = await countAt(zoom);
    if (count.points >= POINTS_PER_CELL * count.cells) [low, found] = [zoom, count];
    else high = zoom - 1;
  }
  return (CELL_PX * resolutionFromZoom(low)) / Math.sqrt(found.crowded ?? 1);
}

async function measurePolygons(db: Kysely<Schema>, access: LayerAccess): Promise<number | null> {
  const { rows } = await sql<{ side: number | null }>`
    SELECT percentile_cont(${CROWDED_SHARE}::float8) WITHIN GROUP (ORDER BY sqrt(ST_Area(${visibleGeometry([access])}))) AS side
    FROM ${layerConstants(access)}
    JOIN geoms AS g ON ${visibleObjects([access])} AND g.kind = ${sql.lit(objectKinds.polygon)}`.execute(db);
  return rows[0]?.side ?? null;
}
