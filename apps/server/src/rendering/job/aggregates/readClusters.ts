import {
  CLUSTER_RIM_PX,
  clusterCellM,
  clusterPosition,
  clusterRadiusPx,
  compileRuleFinder,
  listRuleFields,
  MIN_CLUSTER_POINTS,
  parseGeomStyle,
} from '@pgis/cartography';
import type { ObjectId } from '@pgis/contract';
import { type Extent, emptyExtent, unionExtents } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { type LayerAccess, layerConstants } from '../../../layers/layerQuery.ts';
import { objectKinds } from '../../../layers/ObjectKind.ts';
import { visibleGeometry } from '../../../layers/visibleGeometry.ts';
import { toCondition } from '../../../query/toCondition.ts';
import { ruleDataOf } from './ruleDataOf.ts';

/** The points of one cell, drawn as one circle at `x`, `y` in EPSG:3857. */
export interface Cluster {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** Extent of its points. */
  readonly extent: Extent;
}

export interface Clusters {
  readonly clusters: readonly Cluster[];
  /** Points of cells with too few for a circle. */
  readonly singleIds: readonly ObjectId[];
}

interface ClusterQuery {
  readonly scope: LayerAccess;
  /** EPSG:3857; whole cells around it are counted. */
  readonly extent: Readonly<Extent>;
  /** Whole. */
  readonly zoom: number;
  /** Tokens of the rules that the user has switched off. */
  readonly hiddenRules: readonly string[];
  readonly maxRows?: number;
}

/**
 * Rows of one query: a cell is one row, or, where rules are switched off, one for each value of the fields that choose the
 * rule, up to one a point.
 */
const MAX_ROWS = 200_000;

export interface ClusterRow {
  readonly column: number;
  readonly row: number;
  readonly data: Record<string, string> | null;
  readonly count: number;
  readonly x: number;
  readonly y: number;
  readonly extent: Extent;
  readonly ids: readonly ObjectId[];
}

/**
 * Counts the points that the requester may see in each cell of the grid of a zoom. Cells belong to the layer and the zoom,
 * so a cluster has the same count in each view and tile. Where rules are switched off the database counts by the fields
 * that choose the rule; cartography decides which points that leaves.
 *
 * @throws IMAGE_TOO_LARGE when there are more rows than `maxRows`.
 */
export async function readClusters(db: Kysely<Schema>, query: ClusterQuery): Promise<Clusters> {
  const { scope, zoom, hiddenRules, maxRows = MAX_ROWS } = query;
  const { style } = parseGeomStyle(scope.layer.geomStyle);
  const findRule = compileRuleFinder(style);
  const fields = hiddenRules.length === 0 ? [] : listRuleFields(style);
  const rows = await readRows(db, query, { fields, limit: maxRows + 1 });
  if (rows.length > maxRows) throw new AppError('IMAGE_TOO_LARGE');
  return toClusters(
    rows.filter(({ data }) => !hiddenRules.includes(findRule(data ?? undefined))),
    zoom,
  );
}

/** Finds the cluster whose circle is drawn at a position, in metres, where a CSS pixel of the map is `pixelM` wide. */
export const findClusterAt = (
  { clusters }: Clusters,
  [x, y]: readonly [number, number],
  pixelM: number,
): Cluster | undefined =>
  clusters.find(
    (cluster) =>
      Math.hypot(cluster.x - x, cluster.y - y) / pixelM <= clusterRadiusPx(cluster.count) + CLUSTER_RIM_PX,
  );

/** Joins the rows of each cell: there is one for each value of the fields that choose the rule, up to one a point. */
export function toClusters(rows: readonly ClusterRow[], zoom: number): Clusters {
  const cells = Map.groupBy(rows, ({ column, row }) => `${column}/${row}`);
  const found = { clusters: [] as Cluster[], singleIds: [] as ObjectId[] };
  for (const parts of cells.values()) {
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    const [first] = parts;
    if (first === undefined) continue;
    if (count < MIN_CLUSTER_POINTS) {
      found.singleIds.push(...parts.flatMap(({ ids }) => ids));
      continue;
    }
    const mean = (axis: 'x' | 'y') => parts.reduce((sum, part) => sum + part[axis], 0) / count;
    found.clusters.push({
      x: clusterPosition(first.column, mean('x'), { zoom, count }),
      y: clusterPosition(first.row, mean('y'), { zoom, count }),
      count,
      extent: parts.reduce((extent, part) => unionExtents(extent, part.extent), emptyExtent()),
    });
  }
  return found;
}

async function readRows(
  db: Kysely<Schema>,
  { scope, extent, zoom }: ClusterQuery,
  { fields, limit }: { readonly fields: readonly string[]; readonly limit: number },
): Promise<readonly ClusterRow[]> {
  const cellM = clusterCellM(zoom);
  const [left, bottom, right, top] = extent.map((edge) => Math.floor(edge / cellM)) as unknown as Extent;
  const cells: Extent = [left * cellM, bottom * cellM, (right + 1) * cellM, (top + 1) * cellM];
  const data = ruleDataOf(scope.layer, fields);
  const geometry = visibleGeometry([scope]);
  const middle = (axis: 'X' | 'Y') =>
    sql`(ST_${sql.raw(axis)}Min(${geometry}) + ST_${sql.raw(axis)}Max(${geometry})) / 2`;
  const query = { layers: [scope], kinds: [objectKinds.point], extent: cells } as const;
  const { rows } = await sql<ClusterRow>`
    SELECT "column", "row", data, count(*)::integer AS count, sum(x) AS x, sum(y) AS y,
           ARRAY[min(x), min(y), max(x), max(y)] AS extent,
           CASE WHEN count(*) < ${MIN_CLUSTER_POINTS}::integer THEN array_agg(id) ELSE '{}' END AS ids
    FROM (
      SELECT g.id, ${data} AS data, p.x, p.y, floor(p.x / ${cellM}::float8)::integer AS "column",
             floor(p.y / ${cellM}::float8)::integer AS "row"
      FROM ${layerConstants(scope)} JOIN geoms AS g ON ${toCondition(query)}
      CROSS JOIN LATERAL (SELECT ${middle('X')} AS x, ${middle('Y')} AS y) AS p) AS point
    WHERE "column" BETWEEN ${left}::integer AND ${right}::integer
      AND "row" BETWEEN ${bottom}::integer AND ${top}::integer
    GROUP BY "column", "row", data
    LIMIT ${limit}::integer`.execute(db);
  return rows;
}
