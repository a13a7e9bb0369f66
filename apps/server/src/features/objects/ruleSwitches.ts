import { compileRuleFinder, listChoosingFields, type ObjectData, parseGeomStyle } from '@pgis/cartography';
import type { HiddenRules } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { type LayerScope, perLayer } from '../classifiers/index.ts';

export interface RuleSwitches {
  /** The fields of `g.data` that choose the rule, all that `isShown` needs; nothing for layers without a hidden rule. */
  readonly data: RawBuilder<unknown>;
  readonly isNarrowed: (layerId: number) => boolean;
  readonly isShown: (layerId: number, data: unknown) => boolean;
}

/** Which objects are drawn when the reader has switched rules off; which rule draws one, says the module that draws. */
export function ruleSwitches(scopes: readonly LayerScope[], hidden: readonly HiddenRules[]): RuleSwitches {
  const hiddenOf = new Map(hidden.map(({ classId, rules }) => [classId, new Set(rules)]));
  const isNarrowed = (layerId: number): boolean => (hiddenOf.get(layerId)?.size ?? 0) > 0;
  const styleOf = new Map(
    scopes
      .filter(({ layer }) => isNarrowed(layer.id))
      .map(({ layer }) => [layer.id, parseGeomStyle(layer.geomStyle).style]),
  );
  const findRuleOf = new Map([...styleOf].map(([id, style]) => [id, compileRuleFinder(style)]));
  const data = perLayer(
    scopes,
    ({ layer }) => {
      const style = styleOf.get(layer.id);
      const fields = style === undefined ? [] : listChoosingFields(style);
      if (fields.length === 0) return undefined;
      return sql`jsonb_build_object(${sql.join(
        fields.map((field) => sql`${field}::text, g.data -> ${field}::text`),
      )})`;
    },
    sql`'{}'::jsonb`,
  );
  const isShown = (layerId: number, held: unknown): boolean => {
    const rule = findRuleOf.get(layerId)?.(held as ObjectData);
    return rule === undefined || hiddenOf.get(layerId)?.has(rule) !== true;
  };
  return { data, isNarrowed, isShown };
}
