import type { HeatScale } from '@pgis/cartography';
import { DEFAULT_AGGREGATED_TO } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Layer } from '../Layer.ts';
import { type LayerPermissions, layerPermissions } from '../layerPermissions.ts';
import { type LayerAccess, layerConstants } from '../layerQuery.ts';
import { visibleObjects } from '../visibleObjects.ts';
import { heatPosition, heatWeight, radiusOf } from './heatWeight.ts';

/** Share of the filled cells with less heat than "many": a single hot spot does not fade the rest of the map. */
const BELOW_MANY = 0.98;
/** Objects of average weight at one position that are "many" at least: one alone never is. */
const MIN_MANY_OBJECTS = 4;
/** "Many" of a layer that has not been measured yet. */
const UNMEASURED_MANY = 10;

const scaleNameFor = (rights: LayerPermissions): keyof HeatScale =>
  rights.objects === 'all' && rights.unreviewed === 'all' ? 'full' : 'open';

/** Returns the heat that gets the last colour at each zoom, measured over objects that the reader may see. */
export const heatScaleFor = (
  { heatScale }: Pick<Layer, 'heatScale'>,
  rights: LayerPermissions,
): readonly number[] => heatScale?.[scaleNameFor(rights)] ?? [];

/** Returns the heat that gets the last colour at a zoom; further out and in than measured, that of the nearest zoom. */
export const manyAt = (scale: readonly number[], zoom: number): number =>
  scale[Math.max(0, Math.min(scale.length - 1, zoom))] ?? UNMEASURED_MANY;

interface ZoomRow {
  readonly zoom: number;
  readonly many: number;
  readonly mean: number;
}

/** Measures what is "many" in a heat map, for readers who see what visitors see and for those who see everything. */
export async function measureHeat(db: Kysely<Schema>, layer: Layer): Promise<HeatScale> {
  const rights = layerPermissions({ kind: 'anonymous', visitorId: undefined, address: '' }, layer);
  const measure = (more: Partial<LayerPermissions>) =>
    measureScale(db, { layer, rights: { ...rights, ...more }, filters: [] });
  const everything = { objects: 'all', unreviewed: 'all', seesExactPositions: true } as const;
  return { open: await measure({}), full: await measure(everything) };
}

/**
 * Cells are as wide as the radius: evenly filled, one with a heat of 10 makes its middle about as hot as 10 objects at one
 * position. They are added up to those of each zoom further out.
 */
async function measureScale(db: Kysely<Schema>, access: LayerAccess): Promise<number[]> {
  const { density } = access.layer;
  const { zoomTo = DEFAULT_AGGREGATED_TO } = density;
  const cellM = radiusOf(density) * resolutionFromZoom(zoomTo);
  const { rows } = await sql<ZoomRow>`
    WITH measured AS MATERIALIZED (
      SELECT floor(p.x / ${cellM}::float8)::bigint AS "column", floor(p.y / ${cellM}::float8)::bigint AS "row",
             sum(${heatWeight(access.layer)}) AS heat, count(*) AS objects
      FROM ${layerConstants(access)} JOIN geoms AS g ON ${visibleObjects([access])}
      CROSS JOIN LATERAL ${heatPosition([access])}
      GROUP BY 1, 2)
    SELECT zoom, percentile_cont(${BELOW_MANY}::float8) WITHIN GROUP (ORDER BY heat) AS many,
           sum(heat) / sum(objects)::float8 AS mean
    FROM (
      SELECT z.zoom, sum(m.heat) AS heat, sum(m.objects) AS objects
      FROM measured AS m CROSS JOIN generate_series(0, ${zoomTo}::integer) AS z (zoom)
      WHERE m.heat > 0
      GROUP BY z.zoom, m."column" >> (${zoomTo}::integer - z.zoom), m."row" >> (${zoomTo}::integer - z.zoom)) AS cell
    GROUP BY zoom ORDER BY zoom`.execute(db);
  return rows.map(({ many, mean }) => Number(Math.max(many, MIN_MANY_OBJECTS * mean).toPrecision(2)));
}

/** True when every step of two scales is about the same: redrawing all images for it would be for nothing. */
export const isAlikeHeat = (one: HeatScale, other: HeatScale, tolerance: number): boolean =>
  (['open', 'full'] as const).every(
    (name) =>
      one[name].length === other[name].length &&
      one[name].every((many, zoom) => Math.abs(many - (other[name][zoom] ?? 0)) <= tolerance * many),
  );
