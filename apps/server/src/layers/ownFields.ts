import { isMeasure, measureFormat } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { fieldText, type TextOf } from '../db/sql/objectConditions.ts';
import type { Layer } from './Layer.ts';
import { objectKinds } from './ObjectKind.ts';

/**
 * Values that follow from the object alone: stored ones, and measures of its shape. All readers share them, so filters of
 * layers, styles, labels and cached images may use them; `fieldTextIn` adds those that depend on the reader.
 */
export type OwnFields = Pick<Layer, 'strictFields'>;

/** Text of a measure, as `measureText` of the contract writes it; null for a shape without that measure. */
const measureTexts = ({ strictFields }: OwnFields): ReadonlyMap<string, RawBuilder<string | null>> =>
  new Map(
    strictFields.flatMap(({ name, schema }) => {
      if (schema === undefined || !isMeasure(schema.type)) return [];
      const { size, decimals } = measureFormat(schema);
      const kind = schema.type === 'area' ? objectKinds.polygon : objectKinds.line;
      const text = sql<string | null>`(CASE WHEN g.kind = ${sql.lit(kind)}
        THEN round(g.measure::numeric * ${sql.lit(1 / size)}, ${sql.lit(decimals)})::text END)`;
      return [[name, text] as const];
    }),
  );

/** Returns how a query reads the own fields of objects `g`. */
export function ownFieldText(layer: OwnFields): TextOf {
  const measures = measureTexts(layer);
  return measures.size === 0 ? fieldText : (field) => measures.get(field) ?? fieldText(field);
}

/** Some own fields of an object `g`, as JSON of strings and the types that the object holds. */
export function ownDataOf(layer: OwnFields, fields: readonly string[]): RawBuilder<unknown> {
  const measures = measureTexts(layer);
  const pairs = fields.map(
    (field) => sql`${field}::text, ${measures.get(field) ?? sql`g.data -> ${field}::text`}`,
  );
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

/** `data` of an object `g` in which computed values take the place of stored ones with their names. */
export function dataWith(
  computed: ReadonlyMap<string, RawBuilder<string | null>>,
): RawBuilder<Record<string, string>> {
  if (computed.size === 0) return sql`g.data`;
  const pairs = [...computed].map(([name, text]) => sql`${name}::text, ${text}`);
  return sql`((g.data - ${[...computed.keys()]}::text[]) || jsonb_strip_nulls(jsonb_build_object(${sql.join(pairs)})))`;
}

/** `data` of an object `g` with its measures; undefined for a layer that has none. */
export function ownData(layer: OwnFields): RawBuilder<Record<string, string>> | undefined {
  const measures = measureTexts(layer);
  return measures.size === 0 ? undefined : dataWith(measures);
}

/** Part of the key of cached images that changes with the texts of a layer's measures, and with nothing else of the fields. */
export const measuresKey = ({ strictFields }: OwnFields): Readonly<Record<string, unknown>> => {
  const measures = strictFields
    .filter(({ schema }) => isMeasure(schema?.type))
    .map(({ name, schema: { type, unit, decimals } = {} }) => ({ name, type, unit, decimals }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return measures.length === 0 ? {} : { measures };
};
