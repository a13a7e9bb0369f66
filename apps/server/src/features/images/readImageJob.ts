import { listChoosingFields, parseGeomStyle } from '@pgis/cartography';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/openDatabase.ts';
import { envelope } from '../../db/sql/envelope.ts';
import { AppError } from '../../http/AppError.ts';
import { type GeometryGrid, gridSteps, type ImageJob } from '../../map-images/ImageJob.ts';
import { toGrid } from '../../map-images/imageGrid.ts';
import { toExtent3857 } from '../../map-images/imageProjections.ts';
import { type LayerScope, layerRows, visibleObjects } from '../classifiers/index.ts';
import { labelText } from '../objects/index.ts';
import { drawingReach } from './drawingReach.ts';
import type { GetMap } from './parseGetMap.ts';

interface Row {
  readonly count: number;
  readonly geometries: Buffer | null;
  readonly data: string | null;
  readonly labels: string | null;
}

/** The database's own limit for one value (1 GB): more geometry than one image may read. */
const PROGRAM_LIMIT_EXCEEDED = '54000';

/**
 * Reads what one image needs, as one row: geometries on the grid of the image, which leaves out most of their vertices
 * before they travel; of the attributes only the fields that choose the style; labels as SQL makes them.
 *
 * Undefined when there are more objects than `most`.
 *
 * @throws IMAGE_TOO_LARGE when there is more geometry than one image may read.
 */
export async function readImageJob(
  database: Database,
  scope: LayerScope,
  map: GetMap,
  reading: Reading = {},
): Promise<ReadImage | undefined> {
  const { layer } = scope;
  const { crs, extent, width, height, pixelRatio, background, format, hiddenRules } = map;
  const grid = toGrid(map);
  const { count, geometries, data, labels } =
    map.kinds.length === 0 ? nothing : await readRow(database, scope, map, grid, reading);
  if (count > (reading.most ?? Infinity)) return undefined;
  const job: ImageJob = {
    crs,
    extent,
    width,
    height,
    pixelRatio,
    background,
    format,
    geomStyle: layer.geomStyle,
    hiddenRules,
    zIndex: layer.zIndex,
    grid,
    // A buffer of its own, so that it can be handed over to the worker.
    geometries: new Uint8Array(geometries ?? []),
    data: data ?? undefined,
    labels: labels ?? undefined,
  };
  return { job, count };
}

export interface ReadImage {
  readonly job: ImageJob;
  /** Of its objects. */
  readonly count: number;
}

export interface Reading {
  /** Objects that are worth reading. */
  readonly most?: number;
  /** CSS pixels around the image whose objects are read too; as far as what is drawn for one reaches, unless told. */
  readonly bufferPx?: number;
}

const nothing: Row = { count: 0, geometries: null, data: null, labels: null };

async function readRow(
  database: Database,
  scope: LayerScope,
  map: GetMap,
  grid: GeometryGrid,
  { most, bufferPx = drawingReach(scope.layer, map.kinds) }: Reading,
): Promise<Row> {
  const { geomStyle } = scope.layer;
  const data = ruleData(geomStyle);
  const label = labelText(geomStyle);
  const [minX, minY, maxX, maxY] = toExtent3857(map.crs, map.extent);
  const reach = bufferPx * map.pixelRatio * gridSteps;
  const [reachX, reachY] = [reach * grid.stepX, reach * grid.stepY];
  const seen = envelope([minX - reachX, minY - reachY, maxX + reachX, maxY + reachY]);
  const list = (value: RawBuilder<unknown> | undefined, name: string) =>
    value ? sql`jsonb_agg(g.${sql.ref(name)} ORDER BY g.id)::text` : sql`NULL`;
  const onGrid = sql`ST_AsTWKB(ST_TransScale(g.geom, ${-grid.x}::float8, ${-grid.y}::float8,
    ${1 / grid.stepX}::float8, ${-1 / grid.stepY}::float8), 0)`;
  const query = sql<Row>`
    SELECT count(*)::integer AS count, string_agg(g.shape, ''::bytea ORDER BY g.id) AS geometries,
           ${list(data, 'rule_data')} AS data, ${list(label, 'label')} AS labels
    FROM ${layerRows([scope])} CROSS JOIN LATERAL (
      SELECT g.id, ${onGrid} AS shape, ${data ?? sql`NULL`} AS rule_data, ${label ?? sql`NULL`} AS label
      FROM geoms g
      WHERE ${visibleObjects([scope])} AND g.kind = ANY(${map.kinds}::smallint[]) AND g.geom && ${seen}
      ${most === undefined ? sql`` : sql`LIMIT ${sql.lit(most + 1)}`}
    ) AS g`;
  try {
    const { rows } = await query.execute(database.db);
    return rows[0] ?? nothing;
  } catch (error) {
    if ((error as { code?: unknown }).code === PROGRAM_LIMIT_EXCEEDED)
      throw new AppError('IMAGE_TOO_LARGE', { cause: error });
    throw error;
  }
}

/** The fields of `g.data` that the rules or the theme of a style look at; undefined when there are none. */
function ruleData(geomStyle: string): RawBuilder<unknown> | undefined {
  const fields = listChoosingFields(parseGeomStyle(geomStyle).style);
  if (fields.length === 0) return undefined;
  const pairs = fields.map((field) => sql`${field}::text, g.data -> ${field}::text`);
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}
