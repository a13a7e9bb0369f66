import { namesOfRule, parseRule, ruleLabel, type StyleValues } from '@pgis/cartography';
import { toComparableText } from '@pgis/conditions';
import { fieldOfColumn, nameIn } from '@pgis/contract/plain';
import type { GeometryKind } from '@pgis/geo';
import { escapeXml } from '../escapeXml.ts';
import type { VectorColumn, VectorRequest } from '../VectorRequest.ts';
import { toFileStyle } from './fileStyle.ts';
import { quoteIdentifier, toQgisColor } from './qgisTexts.ts';
import { labelingXml } from './qmlLabels.ts';
import { comparable, mayOverlap, testOf } from './qmlTests.ts';

export interface QmlTable {
  readonly kind: GeometryKind;
  /** Names of the columns in the file, in the order of the request. */
  readonly names: readonly string[];
}

/**
 * A QGIS layer style: one symbol, categories for rules on values of one field, and rules for everything else. Ranges
 * become rules and no graduated renderer, which would draw neither what lies outside all ranges nor a bound that belongs
 * to the next range.
 */
export function toQml(request: VectorRequest, { kind, names }: QmlTable): string {
  const { rules } = toFileStyle(request);
  const field = (name: string) => quoteIdentifier(nameOfField(request.columns, names, name));
  const renderer =
    rules.length === 1
      ? rendererXml('singleSymbol', '', '')
      : (categoriesXml(rules, { field, request }) ?? rulesXml(rules, { field, request }));
  const symbols = rules.map((rule, at) => symbolXml(rule, { kind, name: String(at) })).join('');
  const labeling = labelingXml(rules, {
    kind,
    column: (column) => {
      const at = request.columns.findIndex((one) => one.column === column);
      return at < 0 ? undefined : quoteIdentifier(names[at] ?? '');
    },
  });
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22.0" styleCategories="Symbology|Labeling" labelsEnabled="${labeling === '' ? 0 : 1}">${renderer.replace(
    SYMBOLS,
    () => `<symbols>${symbols}</symbols>`,
  )}${labeling}</qgis>
`;
}

/** Stands where the symbols go, which are the same for every renderer. */
const SYMBOLS = '<symbols/>';

interface RuleContext {
  /** Returns the column of a field as an expression. */
  readonly field: (name: string) => string;
  readonly request: VectorRequest;
}

const nameOfField = (columns: readonly VectorColumn[], names: readonly string[], field: string): string =>
  names[columns.findIndex(({ column }) => fieldOfColumn(column) === field)] ?? '';

const rendererXml = (type: string, attributes: string, inside: string): string =>
  `<renderer-v2 type="${type}" symbollevels="0" enableorderby="0" forceraster="0"${attributes}>${inside}${SYMBOLS}</renderer-v2>`;

const labelOf = (rule: StyleValues, { request }: RuleContext): string =>
  escapeXml(nameIn(namesOfRule(rule), request.language, request.companyLanguage, ruleLabel(rule.rule, '')));

/** undefined where the rules are not values of one field. An empty value means "all others" to QGIS. */
function categoriesXml(rules: readonly StyleValues[], context: RuleContext): string | undefined {
  const parsed = rules.slice(0, -1).map((rule) => ({
    ...parseRule(rule.rule),
    isForValue: rule.ruleRange === '' && rule.ruleConditions === null,
  }));
  const [first] = parsed;
  if (first?.kind !== 'value') return undefined;
  const values = parsed.map((rule) =>
    rule.kind === 'value' && rule.field === first.field && rule.isForValue
      ? toComparableText(rule.value)
      : '',
  );
  if (values.includes('')) return undefined;
  const categories = rules.map(
    (rule, at) =>
      `<category symbol="${at}" value="${escapeXml(values[at] ?? '')}" type="${at < values.length ? 'string' : 'NULL'}" label="${labelOf(rule, context)}" render="true"/>`,
  );
  return rendererXml(
    'categorizedSymbol',
    ` attr="${escapeXml(comparable(context.field(first.field)))}"`,
    `<categories>${categories.join('')}</categories>`,
  );
}

/** Rules that QGIS tests independently, so each excludes the ones before it that could match the same object. */
function rulesXml(rules: readonly StyleValues[], context: RuleContext): string {
  const tests = rules.slice(0, -1).map((rule) => testOf(rule, context.field));
  const elements = rules.map((rule, at) => {
    const test = tests[at];
    const filter =
      test === undefined
        ? 'ELSE'
        : [
            test.expression,
            ...tests
              .slice(0, at)
              .flatMap((earlier) => (mayOverlap(earlier, test) ? [`NOT (${earlier.expression})`] : [])),
          ].join(' AND ');
    return `<rule key="{rule-${at}}" symbol="${at}" filter="${escapeXml(filter)}" label="${labelOf(rule, context)}"/>`;
  });
  return rendererXml('RuleRenderer', '', `<rules key="{rules}">${elements.join('')}</rules>`);
}

const option = (name: string, value: string | number): string =>
  `<Option type="QString" name="${name}" value="${escapeXml(String(value))}"/>`;

interface SymbolOptions {
  readonly kind: GeometryKind;
  readonly name: string;
}

const symbolTypes = { point: 'marker', line: 'line', polygon: 'fill' } as const;

function symbolXml(rule: StyleValues, { kind, name }: SymbolOptions): string {
  const [layer, options] = symbolLayers[kind](rule);
  return `<symbol type="${symbolTypes[kind]}" name="${name}" alpha="1" clip_to_extent="1" force_rhr="0"><layer class="${layer}" enabled="1" locked="0" pass="0"><Option type="Map">${options
    .map(([key, value]) => option(key, value))
    .join('')}</Option></layer></symbol>`;
}

type Options = readonly (readonly [name: string, value: string | number])[];

/** Names of the shapes of QGIS that come near to the forms of points; others are circles. */
const markers: Readonly<Record<string, string>> = {
  hexagon: 'hexagon',
  diamond: 'diamond',
  lozenge: 'diamond',
  triangle: 'equilateral_triangle',
  square: 'square',
};

const penStyle = ({ lineStyle, lineWidth }: StyleValues): string =>
  lineWidth === 0 ? 'no' : lineStyle === 'dashed' ? 'dash' : 'solid';

const symbolLayers: Readonly<
  Record<GeometryKind, (rule: StyleValues) => readonly [layer: string, options: Options]>
> = {
  point: ({ pointForm, pointIcon, pointColor, pointBgColor, pointRadius, pointRotation }) => [
    'SimpleMarker',
    [
      ['name', markers[pointForm] ?? 'circle'],
      ['color', toQgisColor(pointForm === 'none' ? pointColor : pointBgColor)],
      ['outline_color', toQgisColor('white')],
      // A point with neither icon nor form is a dot of a third of the radius.
      [
        'size',
        Math.round(pointForm === 'none' && pointIcon === '' ? (pointRadius * 2) / 3 : pointRadius * 2),
      ],
      ['size_unit', 'Pixel'],
      ['angle', pointRotation],
    ],
  ],
  line: (rule) => [
    'SimpleLine',
    [
      ['line_color', toQgisColor(rule.lineColor, rule.lineTransparency)],
      ['line_width', rule.lineWidth],
      ['line_width_unit', 'Pixel'],
      ['line_style', penStyle(rule)],
    ],
  ],
  polygon: (rule) => [
    'SimpleFill',
    [
      ['color', toQgisColor(rule.fillColor)],
      ['style', 'solid'],
      ['outline_color', toQgisColor(rule.lineColor, rule.lineTransparency)],
      ['outline_width', rule.lineWidth],
      ['outline_width_unit', 'Pixel'],
      ['outline_style', penStyle(rule)],
    ],
  ],
};
