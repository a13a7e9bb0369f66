import { compileRuleFinder, listRuleFields, parseGeomStyle } from '@pgis/cartography';
import type { ObjectData } from '@pgis/conditions';
import type { LayerId } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { caseByLayer } from '../layers/layerQuery.ts';
import { ownDataOf } from '../layers/ownFields.ts';
import type { ObjectQuery } from './ObjectQuery.ts';

export interface RuleSwitches {
  /** Column: the fields of `g.data` that choose the rule, which `isDrawn` needs; empty for layers without a hidden rule. */
  readonly data: RawBuilder<unknown>;
  readonly hasHiddenRules: (layerId: LayerId) => boolean;
  readonly isDrawn: (layerId: LayerId, data: unknown) => boolean;
}

/** Tests which objects are drawn when the reader has switched rules off; cartography decides which rule draws an object. */
export function ruleSwitches({
  layers,
  hiddenRules,
}: Pick<ObjectQuery, 'layers' | 'hiddenRules'>): RuleSwitches {
  const hiddenOf = new Map((hiddenRules ?? []).map(({ classId, rules }) => [classId, new Set(rules)]));
  const hasHiddenRules = (layerId: LayerId): boolean => (hiddenOf.get(layerId)?.size ?? 0) > 0;
  const styleOf = new Map(
    layers
      .filter(({ layer }) => hasHiddenRules(layer.id))
      .map(({ layer }) => [layer.id, parseGeomStyle(layer.geomStyle).style]),
  );
  const findRuleOf = new Map([...styleOf].map(([id, style]) => [id, compileRuleFinder(style)]));
  const data = caseByLayer(
    layers,
    ({ layer }) => {
      const style = styleOf.get(layer.id);
      const fields = style === undefined ? [] : listRuleFields(style);
      return fields.length === 0 ? undefined : ownDataOf(layer, fields);
    },
    sql`'{}'::jsonb`,
  );
  const isDrawn = (layerId: LayerId, fields: unknown): boolean => {
    const rule = findRuleOf.get(layerId)?.(fields as ObjectData);
    return rule === undefined || hiddenOf.get(layerId)?.has(rule) !== true;
  };
  return { data, hasHiddenRules, isDrawn };
}
