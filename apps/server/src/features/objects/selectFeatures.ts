import type { Extent } from '@pgis/geo';
import { type RawBuilder, sql } from 'kysely';
import { envelope } from '../../db/sql/envelope.ts';
import { type LayerScope, layerRows, perLayer, visibleObjects } from '../classifiers/index.ts';
import { type FeatureQuery, featureJson } from './featureJson.ts';
import type { ObjectKind } from './ObjectKind.ts';

const columns = sql`g.company_id, g.id, g.class_id, g.kind, g.geom, g.name, g.description, g.data, g.is_public,
  g.author_id, g.visitor_id, g.upvote_count, g.latest_comment_id, g.latest_public_comment_id`;

export interface LoadQuery extends FeatureQuery {
  readonly kind: ObjectKind;
  readonly extent: Readonly<Extent>;
  /** Ids that the client has already. */
  readonly except: readonly number[];
}

/**
 * One text column: features of one kind in an extent. OFFSET 0 keeps the planner at one look-up in the index on
 * (class, place) per layer, whatever its statistics say.
 */
export const selectLoad = (query: LoadQuery): RawBuilder<unknown> => sql`
  SELECT ${featureJson(query)} AS feature
  FROM ${layerRows(query.scopes)}
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM geoms AS g
    WHERE ${visibleObjects(query.scopes)} AND g.geom && ${envelope(query.extent)} AND g.kind = ${query.kind}::smallint
      ${query.except.length === 0 ? sql`` : sql`AND g.id <> ALL(${query.except}::bigint[])`}
    OFFSET 0) AS g`;

export interface ListQuery extends FeatureQuery {
  readonly extent: Readonly<Extent>;
  readonly most: number;
  /** Of these layers no other objects. */
  readonly among: ReadonlyMap<number, readonly number[]>;
}

const isAmong = ({ scopes, among }: ListQuery): RawBuilder<boolean> =>
  perLayer(
    scopes,
    ({ layer }) => {
      const ids = among.get(layer.id);
      return ids && sql<boolean>`g.id = ANY(${ids}::bigint[])`;
    },
    sql<boolean>`true`,
  );

/** One text column: features of all kinds in an extent, layer by layer in the order asked for, each by id. */
export const selectList = (query: ListQuery): RawBuilder<unknown> => sql`
  SELECT ${featureJson(query)} AS feature
  FROM ${layerRows(query.scopes)}
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM geoms AS g
    WHERE ${visibleObjects(query.scopes)} AND g.geom && ${envelope(query.extent)} AND ${isAmong(query)}
    ORDER BY g.id LIMIT ${query.most}::integer) AS g
  ORDER BY l.place, g.id LIMIT ${query.most}::integer`;

/** Id and `data` of the objects of an extent, layer by layer, each by id; `data` is written for these scopes. */
export const selectChoosing = (
  scopes: readonly LayerScope[],
  extent: Readonly<Extent>,
  data: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  SELECT g.id, l.layer_id AS "layerId", ${data} AS data
  FROM ${layerRows(scopes)} JOIN geoms AS g ON ${visibleObjects(scopes)} AND g.geom && ${envelope(extent)}
  ORDER BY l.place, g.id`;
