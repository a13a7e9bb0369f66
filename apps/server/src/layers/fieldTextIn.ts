import type { FixedCondition } from '@pgis/conditions';
import { dependsOnReader, isComputed } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Condition, fieldCondition, fieldText, type TextOf } from '../db/sql/objectConditions.ts';
import { caseByLayer, type LayerAccess } from './layerQuery.ts';
import { liesIn, liesInOfWholeLayer, meetsInWholeLayer } from './liesIn.ts';
import { dataWith, ownData, ownFieldText } from './ownFields.ts';
import { hasBlurredPositions } from './visibleGeometry.ts';

/** Fields of the layer whose values are computed when they are read. */
export const computedFields = ({ layer }: Pick<LayerAccess, 'layer'>) =>
  layer.strictFields.filter(({ schema }) => isComputed(schema?.type));

/** Schemas of the fields of the layer that depend on the reader, by name. */
const relatingFields = (access: LayerAccess) =>
  new Map(
    computedFields(access).flatMap(({ name, schema }) =>
      dependsOnReader(schema?.type) ? [[name, schema] as const] : [],
    ),
  );

/** Returns how a query reads the fields of objects `g` of the layer: stored ones from the row, others computed. */
export function fieldTextIn(access: LayerAccess): TextOf {
  const own = ownFieldText(access.layer);
  const relating = relatingFields(access);
  if (relating.size === 0) return own;
  return (field) =>
    relating.has(field)
      ? liesIn(access, { polygons: access.related?.get(field), field: relating.get(field)?.layerField })
      : own(field);
}

/** The polygons of a field that a whole layer can be joined with; undefined for other fields, and where positions are blurred. */
function joinablePolygons(access: LayerAccess, field: string) {
  const schema = relatingFields(access).get(field);
  const polygons = schema && access.related?.get(field);
  return polygons === undefined || [access, polygons].some(hasBlurredPositions)
    ? undefined
    : { polygons, field: schema?.layerField };
}

/** Returns how a query tests the fields of objects `g` of the layer, which it reads whole or in part. */
export function fieldConditionIn(
  access: LayerAccess,
  { readsWhole }: { readonly readsWhole: boolean },
): (condition: FixedCondition) => Condition {
  const textOf = fieldTextIn(access);
  return (condition) => {
    const polygons = readsWhole ? joinablePolygons(access, condition.field) : undefined;
    return polygons === undefined
      ? fieldCondition(condition, textOf)
      : meetsInWholeLayer(access, condition, polygons);
  };
}

/** A field of objects `g` of the layer, for a query that sorts all of them. */
export function sortedFieldText(access: LayerAccess, field: string): RawBuilder<string | null> {
  const polygons = joinablePolygons(access, field);
  return polygons === undefined ? fieldTextIn(access)(field) : liesInOfWholeLayer(access, polygons);
}

/** A field of objects `g` of several layers `l`, each of which may compute it. */
export const fieldTextAmong = (layers: readonly LayerAccess[], field: string): RawBuilder<string | null> =>
  caseByLayer(
    layers,
    (access) =>
      computedFields(access).some(({ name }) => name === field) ? fieldTextIn(access)(field) : undefined,
    fieldText(field),
  );

/** `data` of an object `g` of several layers `l` with its measures: what all readers share. */
export const ownDataAmong = (layers: readonly LayerAccess[]): RawBuilder<Record<string, string>> =>
  caseByLayer(layers, ({ layer }) => ownData(layer), sql`g.data`);

/** `data` of an object `g` with its computed values. */
export function dataIn(access: LayerAccess): RawBuilder<Record<string, string>> {
  const textOf = fieldTextIn(access);
  return dataWith(new Map(computedFields(access).map(({ name }) => [name, textOf(name)])));
}
