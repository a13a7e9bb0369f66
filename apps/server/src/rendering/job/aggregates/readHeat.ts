import { heatCellM, heatReach } from '@pgis/cartography';
import type { LayerDensity } from '@pgis/contract';
import { type Extent, resolutionFromZoom } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { heatPosition, heatWeight, radiusOf } from '../../../layers/density/heatWeight.ts';
import { heatScaleFor, manyAt } from '../../../layers/density/measureHeat.ts';
import { type LayerAccess, layerConstants } from '../../../layers/layerQuery.ts';
import type { ObjectKind } from '../../../layers/ObjectKind.ts';
import { toCondition } from '../../../query/toCondition.ts';
import type { ImageHeat } from '../ImageJob.ts';
import { ruleFilter } from './ruleFilter.ts';

interface HeatQuery {
  readonly scope: LayerAccess;
  /** EPSG:3857; objects around it whose heat reaches into it are read, too. */
  readonly extent: Readonly<Extent>;
  /** Whole. */
  readonly zoom: number;
  /** Tokens of the rules that the user has switched off. */
  readonly hiddenRules: readonly string[];
  readonly kinds: readonly ObjectKind[];
  /** Limit of the rows that the database returns: cells, times the values of rule fields where rules are switched off. */
  readonly maxRows: number;
}

interface HeatRow {
  readonly column: number;
  readonly row: number;
  readonly data: Record<string, string> | null;
  readonly heat: number;
  readonly count: number;
}

/** CSS pixels, at a whole zoom, within which an object changes the image: its cell, its heat and the next value. */
export const heatBufferPx = (density: LayerDensity): number => {
  const cells = heatReach(radiusOf(density)) + 2;
  return (cells * heatCellM(0)) / resolutionFromZoom(0);
};

/**
 * Adds up the heat of the objects that the requester may see in each cell of the grid of a zoom. Where rules are switched off
 * the database adds up by the fields that choose the rule; cartography decides which objects that leaves.
 *
 * Returns undefined when there are more rows than `maxRows`.
 */
export async function readHeat(
  db: Kysely<Schema>,
  { scope, extent, zoom, hiddenRules, kinds, maxRows }: HeatQuery,
): Promise<{ readonly cells: Float64Array; readonly count: number } | undefined> {
  const { layer } = scope;
  const { data, isDrawn } = ruleFilter(layer, hiddenRules);
  const cellM = heatCellM(zoom);
  const around = heatReach(radiusOf(layer.density)) + 1;
  const [left, bottom, right, top] = [
    Math.floor(extent[0] / cellM) - around,
    Math.floor(extent[1] / cellM) - around,
    Math.floor(extent[2] / cellM) + around,
    Math.floor(extent[3] / cellM) + around,
  ] as const;
  const cells: Extent = [left * cellM, bottom * cellM, (right + 1) * cellM, (top + 1) * cellM];
  const { rows } = await sql<HeatRow>`
    SELECT "column", "row", data, sum(heat) AS heat, count(*)::integer AS count
    FROM (
      SELECT ${data} AS data, ${heatWeight(layer)} AS heat, floor(p.x / ${cellM}::float8) AS "column",
             floor(p.y / ${cellM}::float8) AS "row"
      FROM ${layerConstants(scope)} JOIN geoms AS g ON ${toCondition({ layers: [scope], kinds, extent: cells })}
      CROSS JOIN LATERAL ${heatPosition([scope])}) AS object
    WHERE "column" BETWEEN ${left}::float8 AND ${right}::float8
      AND "row" BETWEEN ${bottom}::float8 AND ${top}::float8
    GROUP BY "row", "column", data ORDER BY "row", "column", data
    LIMIT ${maxRows + 1}::integer`.execute(db);
  if (rows.length > maxRows) return undefined;
  const drawn = rows.filter(isDrawn);
  return {
    cells: Float64Array.from(drawn.flatMap(({ column, row, heat }) => [column, row, heat])),
    count: drawn.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Returns the heat map of a layer, on the scale of the requester's rights. */
export const toImageHeat = (
  { layer, rights }: LayerAccess,
  { zoom, cells }: Pick<ImageHeat, 'zoom' | 'cells'>,
): ImageHeat => ({
  zoom,
  cells,
  radiusPx: radiusOf(layer.density),
  colors: layer.density.colors ?? 'YlOrRd',
  many: manyAt(heatScaleFor(layer, rights), zoom),
});
