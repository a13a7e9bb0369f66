import { compileRuleFinder, heatCellM, heatReach, listRuleFields, parseGeomStyle } from '@pgis/cartography';
import { DEFAULT_HEAT_RADIUS_PX, type LayerDensity } from '@pgis/contract';
import { type Extent, resolutionFromZoom } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { heatPosition, heatWeight } from '../../../layers/density/heatWeight.ts';
import { heatScaleFor, manyAt } from '../../../layers/density/measureHeat.ts';
import { type LayerAccess, layerConstants } from '../../../layers/layerQuery.ts';
import type { ObjectKind } from '../../../layers/ObjectKind.ts';
import { toCondition } from '../../../query/toCondition.ts';
import type { ImageHeat } from '../ImageJob.ts';
import { ruleDataOf } from './ruleDataOf.ts';

interface HeatQuery {
  readonly scope: LayerAccess;
  /** EPSG:3857; objects around it whose heat reaches into it are read, too. */
  readonly extent: Readonly<Extent>;
  /** Whole. */
  readonly zoom: number;
  /** Tokens of the rules that the user has switched off. */
  readonly hiddenRules: readonly string[];
  readonly kinds: readonly ObjectKind[];
}

interface HeatRow {
  readonly column: number;
  readonly row: number;
  readonly data: Record<string, string> | null;
  readonly heat: number;
  readonly count: number;
}

const radiusOf = ({ radiusPx = DEFAULT_HEAT_RADIUS_PX }: LayerDensity): number => radiusPx;

/** CSS pixels, at a whole zoom, within which an object changes the image: its cell, its heat and the next value. */
export const heatBufferPx = (density: LayerDensity): number => {
  const cells = heatReach(radiusOf(density)) + 2;
  return (cells * heatCellM(0)) / resolutionFromZoom(0);
};

/**
 * Adds up the heat of the objects that the requester may see in each cell of the grid of a zoom. Where rules are switched off
 * the database adds up by the fields that choose the rule; cartography decides which objects that leaves.
 */
export async function readHeat(
  db: Kysely<Schema>,
  { scope, extent, zoom, hiddenRules, kinds }: HeatQuery,
): Promise<{ readonly cells: Float64Array; readonly count: number }> {
  const { layer } = scope;
  const { style } = parseGeomStyle(layer.geomStyle);
  const findRule = compileRuleFinder(style);
  const cellM = heatCellM(zoom);
  const around = heatReach(radiusOf(layer.density)) + 1;
  const [left, bottom, right, top] = [
    Math.floor(extent[0] / cellM) - around,
    Math.floor(extent[1] / cellM) - around,
    Math.floor(extent[2] / cellM) + around,
    Math.floor(extent[3] / cellM) + around,
  ] as const;
  const cells: Extent = [left * cellM, bottom * cellM, (right + 1) * cellM, (top + 1) * cellM];
  const data = ruleDataOf(hiddenRules.length === 0 ? [] : listRuleFields(style));
  const { rows } = await sql<HeatRow>`
    SELECT "column", "row", data, sum(heat) AS heat, count(*)::integer AS count
    FROM (
      SELECT ${data} AS data, ${heatWeight(layer.density)} AS heat, floor(p.x / ${cellM}::float8)::integer AS "column",
             floor(p.y / ${cellM}::float8)::integer AS "row"
      FROM ${layerConstants(scope)} JOIN geoms AS g ON ${toCondition({ layers: [scope], kinds, extent: cells })}
      CROSS JOIN LATERAL ${heatPosition}) AS object
    WHERE "column" BETWEEN ${left}::integer AND ${right}::integer
      AND "row" BETWEEN ${bottom}::integer AND ${top}::integer
    GROUP BY "row", "column", data ORDER BY "row", "column", data`.execute(db);
  const drawn = rows.filter(({ data: fields }) => !hiddenRules.includes(findRule(fields ?? undefined)));
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
