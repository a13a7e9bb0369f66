import { compileRuleFinder, listRuleFields, parseGeomStyle } from '@pgis/cartography';
import type { RawBuilder } from 'kysely';
import type { Layer } from '../../../layers/Layer.ts';
import { ruleDataOf } from './ruleDataOf.ts';

interface RuleRow {
  readonly data: Record<string, string> | null;
}

/** Column by which aggregates are grouped while rules are switched off, and the test whether a group is drawn. */
export function ruleFilter(
  layer: Pick<Layer, 'geomStyle' | 'strictFields'>,
  hiddenRules: readonly string[],
): { readonly data: RawBuilder<unknown>; readonly isDrawn: (row: RuleRow) => boolean } {
  const { style } = parseGeomStyle(layer.geomStyle);
  const findRule = compileRuleFinder(style);
  return {
    data: ruleDataOf(layer, hiddenRules.length === 0 ? [] : listRuleFields(style)),
    isDrawn: ({ data }) => !hiddenRules.includes(findRule(data ?? undefined)),
  };
}
