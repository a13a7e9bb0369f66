import { listDrawnFields, MAX_CLUSTER_PX, parseGeomStyle } from '@pgis/cartography';
import type { LayerId, ObjectId } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/openDatabase.ts';
import { AppError } from '../../errors/AppError.ts';
import { hasClustersAt, hasHeatAt, type Layer, thinningOf } from '../../layers/Layer.ts';
import { labelText } from '../../layers/labelText.ts';
import { type LayerAccess, layerValues } from '../../layers/layerQuery.ts';
import { objectKinds } from '../../layers/ObjectKind.ts';
import { ownDataOf, ownFieldText } from '../../layers/ownFields.ts';
import { visibleGeometry } from '../../layers/visibleGeometry.ts';
import { toCondition } from '../../query/toCondition.ts';
import { readClusters } from './aggregates/readClusters.ts';
import { readHeat, toImageHeat } from './aggregates/readHeat.ts';
import { type GeometryGrid, gridSteps, type ImageJob } from './ImageJob.ts';
import type { ImageRequest } from './ImageRequest.ts';
import { toGrid, toImagePixel } from './imageGrid.ts';
import { toExtent3857 } from './imageProjections.ts';
import { heatZoomOf, zoomOf } from './imageZoom.ts';
import { symbolBuffer } from './symbolBuffer.ts';

interface Row {
  readonly count: number;
  readonly geometries: Buffer | null;
  readonly data: string | null;
  readonly labels: string | null;
}

/** Cells of a heat map that one image may read; where rules are switched off, one row for each cell and rule data. */
const MAX_HEAT_ROWS = 1_000_000;

/** SQLSTATE of PostgreSQL's limit of 1 GB for one value: more geometry than one image may read. */
const PROGRAM_LIMIT_EXCEEDED = '54000';

/**
 * Reads everything one image needs in one row: geometries on the grid of the image, which drops most of their vertices
 * in the database; of the attributes only the fields that choose the style; labels as SQL makes them.
 *
 * Returns undefined when there are more objects than `maxObjects`.
 *
 * @throws IMAGE_TOO_LARGE when there is more geometry, or more cells of a heat map, than one image may read.
 */
export async function readImageJob(
  database: Database,
  scope: LayerAccess,
  request: ImageRequest,
  options: ReadOptions = {},
): Promise<ReadImage | undefined> {
  const { layer } = scope;
  const { crs, extent, width, height, pixelRatio, background, format, kinds, hiddenRules } = request;
  const grid = toGrid(request);
  const zoom = options.zoom ?? zoomOf(request);
  const hasClusters = request.kinds.includes(objectKinds.point) && hasClustersAt(layer, zoom);
  const { maxObjects = Infinity, bufferPx = symbolBuffer(layer, request.kinds) } = options;
  const buffered = widen(request, grid, hasClusters ? Math.max(bufferPx, MAX_CLUSTER_PX) : bufferPx);
  const clustered = hasClusters
    ? await readClusters(database.db, { scope, extent: buffered, zoom, hiddenRules })
    : undefined;
  const heatZoom = heatZoomOf(request, zoom);
  const heatQuery = { scope, extent: toExtent3857(crs, extent), zoom: heatZoom, hiddenRules, kinds };
  const maxRows = Math.min(maxObjects, MAX_HEAT_ROWS);
  const hasHeat = hasHeatAt(layer, zoom);
  const heat = hasHeat ? await readHeat(database.db, { ...heatQuery, maxRows }) : undefined;
  if (hasHeat && heat === undefined) {
    if (maxRows === maxObjects) return undefined;
    throw new AppError('IMAGE_TOO_LARGE');
  }
  const row =
    request.kinds.length === 0 || heat !== undefined
      ? emptyRow
      : await readRow({
          ...{ database, scope, request, grid, buffered, maxObjects },
          pointIdsByLayer: clustered && new Map([[layer.id, clustered.singleIds]]),
        });
  const { geometries, data, labels } = row;
  const clusteredCount = clustered?.clusters.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const count = row.count + clusteredCount + (heat?.count ?? 0);
  if (count > maxObjects) return undefined;
  const job: ImageJob = {
    crs,
    extent,
    width,
    height,
    pixelRatio,
    background,
    format,
    geomStyle: layer.geomStyle,
    thinning: thinningOf(layer, zoom),
    hiddenRules,
    clusters: clustered?.clusters.map(({ x, y, count: points }) => {
      const [left, top] = toImagePixel(request, [x, y]);
      return { x: left, y: top, count: points };
    }),
    heat: heat && toImageHeat(scope, { zoom: heatZoom, cells: heat.cells }),
    zIndex: layer.zIndex,
    grid,
    // A copy with a buffer of its own, which can be transferred to the worker.
    geometries: new Uint8Array(geometries ?? []),
    data: data ?? undefined,
    labels: labels ?? undefined,
  };
  return { job, count };
}

export interface ReadImage {
  readonly job: ImageJob;
  /** Number of objects that the image shows, each or in a cluster. */
  readonly count: number;
}

interface ReadOptions {
  readonly maxObjects?: number;
  /** Whole zoom at which crowded objects are drawn; that of the request by default. */
  readonly zoom?: number;
  /** CSS pixels around the image in which objects are read too; the symbol buffer of the layer by default. */
  readonly bufferPx?: number;
}

const emptyRow: Row = { count: 0, geometries: null, data: null, labels: null };

interface RowQuery {
  readonly database: Database;
  readonly scope: LayerAccess;
  readonly request: ImageRequest;
  readonly grid: GeometryGrid;
  readonly buffered: Extent;
  readonly maxObjects: number;
  readonly pointIdsByLayer: ReadonlyMap<LayerId, readonly ObjectId[]> | undefined;
}

/** Returns the EPSG:3857 extent of an image with a buffer of CSS pixels on each side. */
function widen({ crs, extent, pixelRatio }: ImageRequest, grid: GeometryGrid, bufferPx: number): Extent {
  const [minX, minY, maxX, maxY] = toExtent3857(crs, extent);
  const bufferSteps = bufferPx * pixelRatio * gridSteps;
  const [bufferX, bufferY] = [bufferSteps * grid.stepX, bufferSteps * grid.stepY];
  return [minX - bufferX, minY - bufferY, maxX + bufferX, maxY + bufferY];
}

async function readRow({
  database,
  scope,
  request,
  grid,
  buffered,
  maxObjects,
  pointIdsByLayer,
}: RowQuery): Promise<Row> {
  const { layer } = scope;
  const data = ruleData(layer);
  const label = labelText(layer.geomStyle, ownFieldText(layer));
  const list = (value: RawBuilder<unknown> | undefined, name: string) =>
    value ? sql`jsonb_agg(g.${sql.ref(name)} ORDER BY g.id)::text` : sql`NULL`;
  const onGrid = sql`ST_AsTWKB(ST_TransScale(${visibleGeometry([scope])}, ${-grid.x}::float8, ${-grid.y}::float8,
    ${1 / grid.stepX}::float8, ${-1 / grid.stepY}::float8), 0)`;
  const query = sql<Row>`
    SELECT count(*)::integer AS count, string_agg(g.shape, ''::bytea ORDER BY g.id) AS geometries,
           ${list(data, 'rule_data')} AS data, ${list(label, 'label')} AS labels
    FROM ${layerValues([scope])} CROSS JOIN LATERAL (
      SELECT g.id, ${onGrid} AS shape, ${data ?? sql`NULL`} AS rule_data, ${label ?? sql`NULL`} AS label
      FROM geoms g
      WHERE ${toCondition({ layers: [scope], kinds: request.kinds, extent: buffered, pointIdsByLayer })}
      ${maxObjects === Infinity ? sql`` : sql`LIMIT ${sql.lit(maxObjects + 1)}`}
    ) AS g`;
  try {
    const { rows } = await query.execute(database.db);
    return rows[0] ?? emptyRow;
  } catch (error) {
    if ((error as { code?: unknown }).code === PROGRAM_LIMIT_EXCEEDED)
      throw new AppError('IMAGE_TOO_LARGE', { cause: error });
    throw error;
  }
}

/** SQL for the fields of an object `g` that the rules, the theme or the sizes of a style read; undefined when there are none. */
function ruleData(layer: Layer): RawBuilder<unknown> | undefined {
  const fields = listDrawnFields(parseGeomStyle(layer.geomStyle).style);
  return fields.length === 0 ? undefined : ownDataOf(layer, fields);
}
