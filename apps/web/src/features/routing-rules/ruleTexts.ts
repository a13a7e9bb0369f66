import type { RoutingRule, RoutingRuleBody } from '@pgis/contract';
import type { TFunction } from '../../i18n/index.ts';

/** Names that the texts of rules need, by id. */
export interface RuleNames {
  /** False until all of them are known: nothing is called deleted before. */
  readonly isLoaded: boolean;
  readonly layers: ReadonlyMap<number, string>;
  readonly units: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, string>;
}

const unknownName = ({ isLoaded }: RuleNames, t: TFunction): string => (isLoaded ? t('ROUTING.GONE') : '…');

/** Area of a rule, such as `in Centre`; undefined for everywhere. */
export function areaText(rule: RoutingRule, t: TFunction): string | undefined {
  if (rule.areaObjectId !== null)
    return rule.areaName === null ? t('ROUTING.AREA_DELETED') : t('ROUTING.IN_AREA', { name: rule.areaName });
  return rule.areaWkt === null ? undefined : t('ROUTING.IN_DRAWN_AREA');
}

export const layersText = (
  { layerIds }: RoutingRuleBody,
  { layers, isLoaded }: RuleNames,
  t: TFunction,
): string =>
  layerIds.length === 0
    ? t('ROUTING.ANY_LAYER')
    : layerIds.map((id) => layers.get(id) ?? (isLoaded ? t('ROUTING.LAYER_DELETED') : '…')).join(', ');

/** Unit and person of a rule; without either the case stays with the unit of its layer. */
export function receiverText(
  { unitId, assigneeId }: RoutingRuleBody,
  names: RuleNames,
  t: TFunction,
): string {
  const unit = unitId === null ? undefined : (names.units.get(unitId) ?? unknownName(names, t));
  const person = assigneeId === null ? undefined : (names.people.get(assigneeId) ?? unknownName(names, t));
  return [unit, person].filter((text) => text !== undefined).join(' · ') || t('CASES.NOBODY');
}

/** The rest of what a rule does, such as `Due in 6 days · High priority`. */
export function effectTexts(rule: RoutingRuleBody, names: RuleNames, t: TFunction): string[] {
  const { dueDays, days, priority, escalation } = rule;
  return [
    ...(dueDays === null
      ? []
      : [
          t(days === 'working' ? 'ROUTING.DUE_WORKING' : 'ROUTING.DUE_CALENDAR', {
            count: dueDays,
          }),
        ]),
    ...(priority === null ? [] : [t('ROUTING.PRIORITY_IS', { priority: t(`CASES.PRIORITIES.${priority}`) })]),
    ...(escalation === null
      ? []
      : [t('ROUTING.TELLS', { name: names.people.get(escalation.tellId) ?? unknownName(names, t) })]),
  ];
}
