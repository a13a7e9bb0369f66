import { type RawBuilder, sql } from 'kysely';
import { ownDataAmong } from '../../../layers/fieldTextIn.ts';
import { layerValues } from '../../../layers/layerQuery.ts';
import { hasBlurredPositions, visibleGeometry } from '../../../layers/visibleGeometry.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { toCondition } from '../../../query/toCondition.ts';
import { type FeatureQuery, featureJson } from './featureJson.ts';

const columns = ({ layers }: ObjectQuery) => sql`g.company_id, g.id, g.class_id, g.kind,
  ${visibleGeometry(layers)} AS geom, g.name, g.description,
  ${ownDataAmong(layers)} AS data, g.is_public,
  g.author_id, g.visitor_id, g.upvote_count, g.latest_comment_id, g.latest_public_comment_id`;

/** The objects of an answer, and how each is written. */
export type FeaturesQuery = FeatureQuery & ObjectQuery;

/**
 * One text column: the features of a query in no particular order. OFFSET 0 keeps the planner at one index scan on
 * (class, geometry) per layer, whatever its statistics say. That index has the order of exact positions, so blurred ones are
 * sorted by id.
 */
export const selectFeatures = (query: FeaturesQuery): RawBuilder<unknown> => sql`
  SELECT ${featureJson(query)} AS feature
  FROM ${layerValues(query.layers)}
  CROSS JOIN LATERAL (SELECT ${columns(query)} FROM geoms AS g WHERE ${toCondition(query)}
    ${query.layers.some(hasBlurredPositions) ? sql`ORDER BY g.id` : sql``} OFFSET 0) AS g`;

/** One text column: the first features of a query, layer by layer in the order of the request, each by id. */
export const selectFirstFeatures = (query: FeaturesQuery, limit: number): RawBuilder<unknown> => sql`
  SELECT ${featureJson(query)} AS feature
  FROM ${layerValues(query.layers)}
  CROSS JOIN LATERAL (
    SELECT ${columns(query)} FROM geoms AS g WHERE ${toCondition(query)}
    ORDER BY g.id LIMIT ${limit}::integer) AS g
  ORDER BY l.rank, g.id LIMIT ${limit}::integer`;

/** Id, layer and `data` of the objects of a query, layer by layer, each by id. */
export const selectRuleData = (query: ObjectQuery, data: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT g.id, l.layer_id AS "layerId", ${data} AS data
  FROM ${layerValues(query.layers)} JOIN geoms AS g ON ${toCondition(query)}
  ORDER BY l.rank, g.id`;
