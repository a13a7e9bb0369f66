import {
  type GeomStyle,
  parseRule,
  parseRuleRange,
  RULE_NAME_PROPERTIES,
  resolveStyle,
  SIZE_PROPERTIES,
  type StyleValues,
} from '@pgis/cartography';
import type { Ruleset } from '@pgis/conditions';
import type { CaseRules, LayerDensity, LayerField, LocalizedNames } from '@pgis/contract';
import { languageNames, languages, useTexts } from '../../../i18n/index.ts';
import { caseRulesText } from '../../../layers/caseRulesText.ts';
import { conditionText } from '../../../layers/conditions/conditionText.ts';
import { densityText } from '../../../layers/densityLabels.ts';
import { rangeText } from '../../../layers/fields/fieldProblemText.ts';
import { settingLabels } from '../../../layers/settingLabels.ts';
import type { TreeNodeBody } from '../form/LayerValues.ts';
import { useManagedUnits } from '../form/UnitChoice.tsx';
import { STYLE_TABS, styleTabNames } from '../style/styleTabs.ts';
import { useTree } from '../useTree.ts';
import { parseStyleKey, toRuleVersion } from './styleVersion.ts';
import {
  isFieldOrder,
  isPlainKey,
  type PlainKey,
  POSITION,
  toFieldName,
  toLanguage,
} from './treeNodeVersion.ts';

const plainLabels = {
  description: 'CLASSIFIERS.DESCRIPTION',
  ...settingLabels,
} as const satisfies Readonly<Record<PlainKey, string>>;

const isSizeProperty = (name: string): name is keyof typeof SIZE_PROPERTIES => name in SIZE_PROPERTIES;

/** Names of rules as the rule list shows them. */
function ruleText(name: string): string {
  const rule = parseRule(name);
  return rule.kind === 'value' ? `${rule.field} = ${rule.value || '""'}` : name;
}

/** A range as a comparison, such as `≥ 110, < 178`; of its numbers nothing is rounded. */
function ruleRangeText(text: string): string {
  const range = parseRuleRange(text);
  if (range === undefined) return '""';
  const { from, to, includesTo } = range;
  const above = from === undefined ? [] : [`≥ ${from}`];
  const below = to === undefined ? [] : [`${includesTo ? '≤' : '<'} ${to}`];
  return [...above, ...below].join(', ');
}

/** Words for the parts of two versions of a group, layer or status. */
export function useDifferenceTexts() {
  const { t, language } = useTexts();
  const { data: groups = [] } = useTree(1);
  const { units } = useManagedUnits();
  const yesNo = (value: unknown) => t(value === true ? 'COMMON.YES' : 'COMMON.NO');

  const toLabel = (key: string, isLayer: boolean): string => {
    if (isPlainKey(key)) return t(plainLabels[key]);
    if (key === POSITION) return t(isLayer ? 'CLASSIFIERS.GROUP' : 'CLASSIFIERS.UNIT');
    if (isFieldOrder(key)) return t('CLASSIFIERS.CHANGED.FIELD_ORDER');
    const language = toLanguage(key);
    if (language !== null)
      return `${t('CLASSIFIERS.NAME')}: ${languageNames[language as 'en' | 'ru' | 'lv']}`;
    const field = toFieldName(key);
    if (field !== null) return t('CLASSIFIERS.CHANGED.FIELD', { field });
    const part = parseStyleKey(key);
    switch (part?.kind) {
      case 'whole':
        if (isSizeProperty(part.property)) return t(`STYLE.PROPERTIES.${part.property}`);
        return part.property === 'theme' ? t('STYLE.THEME') : part.property;
      case 'rule':
        return t('CLASSIFIERS.CHANGED.RULE', { rule: ruleText(part.name) });
      case 'default':
        return t('CLASSIFIERS.CHANGED.RULE', { rule: 'Default' });
      default:
        return t('CLASSIFIERS.CHANGED.RULE_ORDER');
    }
  };

  const filterText = (ruleset: Ruleset | null | undefined) =>
    (ruleset?.rules ?? [])
      .map((rule) => conditionText(rule, { t, language }))
      .join(` ${t(ruleset?.condition === 'or' ? 'CLASSIFIERS.FILTER_OR' : 'CLASSIFIERS.FILTER_AND')} `);
  const positionText = ({ id1, parentName, unitId }: Pick<TreeNodeBody, 'id1' | 'parentName' | 'unitId'>) => {
    if (parentName) return parentName;
    if (id1) return groups.find(({ id }) => id === id1)?.name ?? `#${id1}`;
    return units.find(({ id }) => id === unitId)?.path ?? '';
  };
  const namesText = (names: LocalizedNames | undefined) =>
    languages.flatMap((one) => (names?.[one] ? [`${one.toUpperCase()} ${names[one]}`] : [])).join(', ');
  const fieldText = ({ name, names, hint, schema }: Pick<LayerField, 'name' | 'names' | 'hint' | 'schema'>) =>
    [
      name,
      namesText(names),
      schema && t(`FIELDS.TYPES.${schema.type}`),
      schema?.several && t('FIELDS.SEVERAL'),
      schema?.required && t('FIELDS.REQUIRED'),
      schema && rangeText(schema, { t, language }),
      schema?.values
        ?.map((one) => (namesText(one.names) ? `${one.value} (${namesText(one.names)})` : one.value))
        .join(', '),
      hint?.kind && t(`CLASSIFIERS.HINT_KINDS.${hint.kind}`),
      hint?.choices?.join(', '),
      hint?.help,
    ]
      .filter(Boolean)
      .join(' · ');
  const plainText = (key: PlainKey, value: unknown): string => {
    if (key === 'ruleset') return filterText(value as TreeNodeBody['ruleset']);
    if (value === null || value === undefined) return '';
    if (key === 'density') return densityText(value as LayerDensity, t);
    if (key === 'caseLayer') return caseRulesText(value as CaseRules, t);
    if (key === 'statusType') return t(`CLASSIFIERS.STATUS_TYPES.${value as 'open'}`);
    if (key === 'allObjectsPublic')
      return t(value === true ? 'CLASSIFIERS.PUBLIC.ON' : 'CLASSIFIERS.PUBLIC.OFF');
    return typeof value === 'boolean' ? yesNo(value) : String(value);
  };
  const propertyText = (name: keyof StyleValues, value: unknown): string => {
    switch (name) {
      case 'fillPattern':
      case 'strokePattern':
        return t(`STYLE.PATTERNS.${(value || 'none') as 'none'}`);
      case 'pointForm':
        return t(`STYLE.FORMS.${value as 'none'}`);
      case 'lineStyle':
        return t(`STYLE.LINE_STYLES.${value as 'solid'}`);
      default:
        return typeof value === 'boolean' ? yesNo(value) : String(value);
    }
  };
  /** The names and properties in which a rule differs from the other version, or from the defaults if that has no such rule. */
  const styleText = (style: GeomStyle | undefined, other: GeomStyle | undefined): string => {
    if (style === undefined) return '';
    const [values, others] = [resolveStyle(style), resolveStyle(other ?? toRuleVersion({}))];
    const names = languages.flatMap((language) => {
      const name = RULE_NAME_PROPERTIES[language];
      return values[name] === others[name] ? [] : [`${languageNames[language]} ${values[name] || '""'}`];
    });
    const tabs = styleTabNames.map((tab) => ({
      label: t(`STYLE.TABS.${tab}`),
      texts: STYLE_TABS[tab]
        .filter((name) => values[name] !== others[name])
        .map((name) => `${t(`STYLE.PROPERTIES.${name}`)} ${propertyText(name, values[name])}`),
    }));
    const ranges = values.ruleRange === others.ruleRange ? [] : [ruleRangeText(values.ruleRange)];
    const conditions = [values, others].map(({ ruleConditions }) => filterText(ruleConditions));
    return [
      { label: t('STYLE.RULE_RANGE'), texts: ranges },
      { label: t('STYLE.CONDITIONS'), texts: conditions[0] === conditions[1] ? [] : [conditions[0] || '""'] },
      { label: t('STYLE.RULE_NAME'), texts: names },
      ...tabs,
    ]
      .flatMap(({ label, texts }) => (texts.length === 0 ? [] : [`${label}: ${texts.join(', ')}`]))
      .join('; ');
  };

  /** The value of a part in words; `other` is that of the other version. */
  const toText = (key: string, value: unknown, other: unknown): string => {
    if (isPlainKey(key)) return plainText(key, value);
    if (value === undefined) return '';
    if (key === POSITION) return positionText(value as object);
    if (toFieldName(key) !== null) return fieldText(value as { name: string });
    const part = parseStyleKey(key);
    if (part?.kind === 'whole' && part.property === 'theme') return t(`STYLE.THEMES.${value as 'none'}`);
    if (part?.kind === 'whole' && part.property === 'sizeScale')
      return t(`STYLE.SIZE_SCALES.${value as 'area'}`);
    if (part?.kind === 'whole' && part.property === 'sizeMissing')
      return t(`STYLE.SIZE_MISSING.${value as 'rule'}`);
    if (part?.kind === 'whole' && part.property === 'sizeLines') return yesNo(value);
    if (part?.kind === 'rule' || part?.kind === 'default')
      return styleText(value as GeomStyle, other as GeomStyle | undefined) || t('CLASSIFIERS.CHANGED.AS_IS');
    return Array.isArray(value) ? value.map((name) => ruleText(String(name))).join(', ') : String(value);
  };
  return { toLabel, toText };
}
