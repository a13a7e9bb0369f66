import type { FixedCondition } from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';
import { type Condition, rulesetCondition } from '../db/sql/objectConditions.ts';
import type { Layer } from './Layer.ts';
import type { LayerPermissions } from './layerPermissions.ts';
import { ownFieldText } from './ownFields.ts';

/** A layer as one query reads it: what the requester may do in it and see of it, and the request's filters on its fields. */
export interface LayerAccess {
  readonly layer: Layer;
  readonly rights: LayerPermissions;
  /** D-OBJ-14: all of them must hold. They narrow a query and say nothing about visibility. */
  readonly filters: readonly FixedCondition[];
  /** Layers to which its fields refer, as the requester sees them, by field; a layer that they may not see is missing. */
  readonly related?: ReadonlyMap<string, LayerAccess> | undefined;
}

/**
 * The layers as rows `l (rank, company_id, layer_id, owner_id)`; `rank` counts from 0 and is what `caseByLayer` compares.
 * One statement serves any number of layers: it reads their objects with `CROSS JOIN LATERAL`.
 */
export const layerValues = (layers: readonly LayerAccess[]): RawBuilder<unknown> => sql`
  (SELECT ordinality::integer - 1 AS rank, company_id, layer_id, owner_id
   FROM unnest(${layers.map(({ layer }) => layer.companyId)}::integer[],
               ${layers.map(({ layer }) => layer.id)}::bigint[],
               ${layers.map(({ layer }) => layer.ownerId)}::bigint[])
        WITH ORDINALITY AS item(company_id, layer_id, owner_id, ordinality)) AS l`;

/** The only layer of a query as a row `l` of constants, which the planner looks through. */
export const layerConstants = ({ layer }: LayerAccess): RawBuilder<unknown> => sql`
  (SELECT 0 AS rank, ${layer.companyId}::integer AS company_id, ${layer.id}::bigint AS layer_id,
          ${layer.ownerId}::bigint AS owner_id) AS l`;

/** An expression that differs from layer to layer: `pick` returns undefined where `otherwise` serves. */
export function caseByLayer<T>(
  layers: readonly LayerAccess[],
  pick: (access: LayerAccess) => RawBuilder<T> | undefined,
  otherwise: RawBuilder<T>,
): RawBuilder<T> {
  const cases = layers.flatMap((access, rank) => {
    const expression = pick(access);
    return expression === undefined ? [] : [sql`WHEN ${sql.lit(rank)} THEN ${expression}`];
  });
  return cases.length === 0 ? otherwise : sql`CASE l.rank ${sql.join(cases, sql` `)} ELSE ${otherwise} END`;
}

/** A condition on `l`: its layer is one of those for which `holds` is true. */
export function layersWhere(
  layers: readonly LayerAccess[],
  holds: (access: LayerAccess) => boolean,
): Condition {
  const ranks = layers.flatMap((access, rank) => (holds(access) ? [rank] : []));
  if (ranks.length === 0) return sql`false`;
  if (ranks.length === layers.length) return sql`true`;
  return sql`(l.rank = ANY(${ranks}::integer[]))`;
}

/** D-CLS-06: the object passes the ruleset of its layer `l`. */
export const passesRuleset = (layers: readonly LayerAccess[]): Condition =>
  caseByLayer(layers, ({ layer }) => rulesetCondition(layer.ruleset, ownFieldText(layer)), sql`true`);
